/*
 * Random rounds of `classic`, its rules written into the program: how fast these rounds can be had in plain C.
 *
 *     cc -O3 -march=native kernel.c -o kernel && ./kernel PLAYERS ROUNDS SEED FIRST MAX_MOVES [each]
 *
 * plays rounds number FIRST, FIRST + 1, …, and prints one line of what came of them; with `each` also the number, the
 * winner (-1 for nobody) and the moves of every round. Its chance is that of crazyeights.fast.plainstream, so that the
 * rounds are those of the compiled kernel and of the engine in Python. Cards are numbered suit by suit (spades, hearts,
 * diamonds, clubs), from ace to king in each; a hand is a set of them.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CARDS = 52, RANKS = 13, SUITS = 4, HAND = 5, MOST_PLAYERS = 7 };
enum { ACE = 0, TWO = 1, EIGHT = 7, QUEEN = 11 };

#define ONE UINT64_C(1)
#define ALL ((ONE << CARDS) - 1)
#define A_SUIT ((ONE << RANKS) - 1)
#define A_RANK (ONE | ONE << RANKS | ONE << 2 * RANKS | ONE << 3 * RANKS)
#define EIGHTS (A_RANK << EIGHT)

#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)
#define CHOICES (ONE << 32)

struct round {
    uint64_t hands[MOST_PLAYERS];
    uint64_t seed, number, reshuffles, choices;
    int players, seat, forward, passes;
    int top, suit; /* the suit to match: the called one after an eight */
    int left;      /* cards in the stock; the last one is drawn next */
    uint8_t stock[CARDS];
    int moves, draws;
};

static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t begin(uint64_t seed, uint64_t number, uint64_t lane) {
    return mix(mix(mix(seed + GOLDEN) + number) + lane);
}

static int below(uint64_t value, int count) {
    return (int)((value >> 32) * (uint64_t)count >> 32);
}

static void shuffle(uint8_t *cards, int count, uint64_t state) {
    for (int last = count - 1; last > 0; last--) {
        state += GOLDEN;
        int other = below(mix(state), last + 1);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

static int lowest(uint64_t set) {
    return __builtin_ctzll(set);
}

static void deal(struct round *r) {
    uint8_t order[CARDS];
    for (int card = 0; card < CARDS; card++)
        order[card] = (uint8_t)card;
    shuffle(order, CARDS, begin(r->seed, r->number, 0));
    memset(r->hands, 0, sizeof r->hands);
    int at = 0;
    for (int card = 0; card < HAND; card++)
        for (int seat = 0; seat < r->players; seat++)
            r->hands[seat] |= ONE << order[at++];
    r->top = order[at++];
    r->suit = r->top / RANKS;
    r->left = CARDS - at;
    for (int place = 0; place < r->left; place++)
        r->stock[place] = order[CARDS - 1 - place];
    r->choices = begin(r->seed, r->number, CHOICES);
    r->reshuffles = 0;
    r->seat = r->passes = r->moves = r->draws = 0;
    r->forward = 1;
}

static uint64_t buried(const struct round *r) {
    uint64_t held = 0;
    for (int seat = 0; seat < r->players; seat++)
        held |= r->hands[seat];
    return ALL & ~held & ~(ONE << r->top);
}

/* Draws a card; false if there is none. */
static bool draw(struct round *r, int seat) {
    if (r->left == 0) {
        for (uint64_t cards = buried(r); cards; cards &= cards - 1)
            r->stock[r->left++] = (uint8_t)lowest(cards);
        if (r->left == 0)
            return false;
        shuffle(r->stock, r->left, begin(r->seed, r->number, ++r->reshuffles));
    }
    r->hands[seat] |= ONE << r->stock[--r->left];
    return true;
}

static int next_seat(const struct round *r) {
    int seat = r->seat + r->forward;
    return seat < 0 ? r->players - 1 : seat == r->players ? 0 : seat;
}

/* Makes one random move; true if it was the seat's last card. */
static bool move(struct round *r) {
    uint64_t hand = r->hands[r->seat];
    uint64_t playable = hand & (A_SUIT << r->suit * RANKS | A_RANK << r->top % RANKS | EIGHTS);
    bool last_card = (hand & (hand - 1)) == 0;
    int calls = last_card ? 1 : SUITS; /* how many moves an eight is */
    int plays = __builtin_popcountll(playable) + (calls - 1) * __builtin_popcountll(playable & EIGHTS);
    int count = plays + (r->left > 0 || buried(r) != 0);
    int chosen = 0;
    if (count > 1) {
        r->choices += GOLDEN;
        chosen = below(mix(r->choices), count);
    }
    r->moves++;
    if (count == 0) {
        r->passes++;
        r->seat = next_seat(r);
        return false;
    }
    r->passes = 0;
    if (chosen >= plays) {
        draw(r, r->seat);
        r->draws++;
        r->seat = next_seat(r);
        return false;
    }
    int card, rank;
    for (;; playable &= playable - 1) {
        card = lowest(playable);
        rank = card % RANKS;
        int moves = rank == EIGHT ? calls : 1;
        if (chosen < moves)
            break;
        chosen -= moves;
    }
    r->hands[r->seat] = hand & ~(ONE << card);
    r->top = card;
    r->suit = card / RANKS;
    if (last_card)
        return true;
    switch (rank) {
    case EIGHT:
        r->suit = chosen;
        break;
    case ACE:
        r->forward = -r->forward;
        break;
    case QUEEN:
        r->seat = next_seat(r);
        break;
    }
    r->seat = next_seat(r);
    if (rank == TWO)
        for (int drawn = 0; drawn < 2 && draw(r, r->seat); drawn++)
            ;
    return false;
}

/* Plays a round; gives the winner, -1 for nobody. */
static int play(struct round *r, int max_moves) {
    deal(r);
    while (r->moves < max_moves && r->passes < r->players) {
        int seat = r->seat;
        if (move(r))
            return seat;
    }
    return -1;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **words) {
    if (count < 6 || atoi(words[1]) < 2 || atoi(words[1]) > MOST_PLAYERS) {
        fprintf(stderr, "usage: %s PLAYERS(2-%d) ROUNDS SEED FIRST MAX_MOVES [each]\n", words[0], MOST_PLAYERS);
        return 2;
    }
    struct round r = {.players = atoi(words[1]), .seed = strtoull(words[3], NULL, 10)};
    uint64_t rounds = strtoull(words[2], NULL, 10), first = strtoull(words[4], NULL, 10);
    int max_moves = atoi(words[5]);
    bool each = count > 6;
    uint64_t wins[MOST_PLAYERS] = {0}, nobody = 0, moves = 0, draws = 0, checksum = 0;
    double start = now();
    for (uint64_t number = first; number < first + rounds; number++) {
        r.number = number;
        int winner = play(&r, max_moves);
        if (winner < 0)
            nobody++;
        else
            wins[winner]++;
        moves += (uint64_t)r.moves;
        draws += (uint64_t)r.draws;
        checksum += mix(number << 32 ^ (uint64_t)r.moves << 8 ^ (uint64_t)(winner + 1));
        if (each)
            printf("%" PRIu64 " %d %d\n", number, winner, r.moves);
    }
    double seconds = now() - start;
    printf("rounds %" PRIu64 " moves %" PRIu64 " draws %" PRIu64 " nobody %" PRIu64 " wins", rounds, moves, draws, nobody);
    for (int seat = 0; seat < r.players; seat++)
        printf("%c%" PRIu64, seat ? ',' : ' ', wins[seat]);
    printf(" checksum %" PRIu64 " seconds %.6f ns/move %.2f\n", checksum, seconds, seconds / (double)moves * 1e9);
    return 0;
}
