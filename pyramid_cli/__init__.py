"""The command line `pyramid-ref`: `pyramid_cli.app` names the commands, each of them is a module of its own."""

try:
    from pyramid_cli.app import main
except KeyboardInterrupt:  # stopped before it has begun
    raise SystemExit(130) from None

__all__ = ["main"]
