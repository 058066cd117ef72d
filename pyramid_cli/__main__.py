"""`python -m pyramid_cli` is `pyramid-ref`."""

from pyramid_cli.app import main

main(prog_name="pyramid-ref")
