"""What belongs to no frontend and every one: statistics of what was played, and a log of a session."""
