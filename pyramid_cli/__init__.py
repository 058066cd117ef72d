"""The command line `pyramid-ref`: `pyramid_cli.app` names the commands, each of them is a module of its own."""

from pyramid_cli.app import main

__all__ = ["main"]
