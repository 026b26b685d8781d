"""A frontend that shows the table as a web page; the plugin itself."""

from crazyeights import FrontendSpec, LaunchRequest, hookimpl


def launch(request: LaunchRequest) -> int:
    """Serve the page; what that needs is imported only now, for the other frontends do without."""
    from crazyeights_webpage.server import serve  # noqa: PLC0415

    return serve(request)


FRONTEND = FrontendSpec("webpage", "The table as a web page, for one person.", launch)


@hookimpl
def crazyeights_frontends() -> list[FrontendSpec]:
    """Offer the frontend."""
    return [FRONTEND]
