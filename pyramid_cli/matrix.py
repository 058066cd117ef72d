"""`pyramid-ref matrix`: several engines side by side."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from pyramid_cli.command import NO, Command, complain, json_option, say_json

_EXAMPLE = """\
$ pyramid-ref matrix mine.json
engine    under    hold    broken
mine 1.0  pyramid  1 of 2  END-4

where mine.json is
{"report": 1, "suite": "0.1.0", "rules": "1.0",
 "engine": {"name": "mine", "version": "1.0", "options": [], "rules": {},
  "won": "exact", "lost": "exact", "after_win": "open", "redeal": "separate"},
 "run": {"options": [], "collected": 2, "played": 2, "complete": true},
 "verdict": {"sentence": "1 of 2 clauses hold; END-4 broken", "held": 1,
  "tested": 2, "broken": ["END-4"], "blocked": [], "untested": []},
 "cases": {"held": 1, "broken": 1, "blocked": 0, "untested": 0,
  "unreachable": 0},
 "rulesets": [{"name": "pyramid", "flags": {}, "changes": {}, "options": [],
  "verdict": {"sentence": "1 of 2 clauses hold; END-4 broken", "held": 1,
   "tested": 2, "broken": ["END-4"], "blocked": [], "untested": []},
  "cases": {"held": 1, "broken": 1, "blocked": 0, "untested": 0,
   "unreachable": 0}}],
 "claims": [], "clauses": [], "findings": [], "not_held": [], "errors": [],
 "complaints": []}
"""


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("files", metavar="REPORT...", nargs=-1, required=True)
@click.option("--html", metavar="FILE", help="Also write one page, which can be sorted by every column.")
@click.option("--strict", is_flag=True, help="End with status 1 where an engine breaks a clause.")
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], html: str | None, strict: bool, as_json: bool) -> None:
    """Put several engines side by side.

    A REPORT is the report.json of a run of the suite, or the folder with it: pytest --pyargs conformance
    --engine=mine:Engine --report reports/mine. The table shows for each engine how many clauses hold of those that
    were tested, and which are broken.

    Exit status: 0 done, 1 with --strict where an engine breaks a clause, 2 a file is no report.
    """
    from conformance.matrix import Matrix, as_data, as_text, matrix_page
    from pyramid_cli.writing import check_writable, write_whole

    if html is not None:
        check_writable(html, force=True)
    matrix = Matrix.read(files)
    if html is not None:
        write_whole(html, matrix_page(matrix, Path(html).parent))
    if as_json:
        say_json(as_data(matrix))
    else:
        for remark in matrix.remarks:
            complain(f"warning: {remark}")
        click.echo(as_text(matrix, shutil.get_terminal_size().columns))
    if strict and any(entry.broken for entry in matrix.entries):
        ctx.exit(NO)
