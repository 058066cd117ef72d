"""`pyramid-ref vectors`: whole games with everything that is expected of them, for harnesses in other languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from pyramid_cli.command import Command, json_option, say_json
from pyramid_cli.options import Chosen, ruleset_options
from pyramid_cli.writing import check_writable, write_whole

_EXAMPLE = """\
$ pyramid-ref vectors --preset giza --out giza.json
giza.json: Giza, ... games (... of scenarios, 20 at random), ... positions,
... refusals by ... clauses
"""

_MOST = 1000


@click.command(cls=Command, example=_EXAMPLE)
@ruleset_options
@click.option("--out", metavar="FILE", help="Write them to a file and say what is in it.  [default: print them]")
@click.option("--force", is_flag=True, help="With --out, overwrite a file that is there already.")
@click.option(
    "--count", metavar="N", type=click.IntRange(0, _MOST), default=20, show_default=True, help="Whole games at random."
)
@click.option("--seed", metavar="N", type=click.IntRange(0), default=0, show_default=True, help="Which of them.")
@click.option(
    "--scenarios",
    "each",
    metavar="N",
    type=click.IntRange(0, _MOST),
    default=2,
    show_default=True,
    help="Scenarios of each clause at the most.",
)
@json_option
def command(chosen: Chosen, out: str | None, force: bool, count: int, seed: int, each: int, as_json: bool) -> None:
    """Write out whole games with everything that is expected of them.

    For a harness that has no adapter, in any language: JSON with the deck and the moves of each game and, at the deal
    and after each move, the table, how the game stands, the legal moves, and words to be refused with the clause that
    refuses them. Every clause has the games of its first scenarios; the games at random lead to all kinds of ends. The
    same version writes the same file. With --json what is in the file is said in JSON.

    The form is that of spec/schema/vectors.schema.json; docs/pages/authors/vectors.md tells how to use it.
    """
    if out is not None:
        check_writable(out, force=force)
    from conformance.vectors import as_text, vectors

    data = vectors(chosen.rules, chosen.title, count=count, seed=seed, each=each)
    text = as_text(data)
    if out is None:
        click.echo(text)
        return
    write_whole(out, text + "\n")
    inside = _inside(data)
    if as_json:
        say_json({"file": out, "title": chosen.title, "rules": chosen.rules.flags, "seed": seed, **inside})
    else:
        click.echo(
            f"{out}: {chosen.title}, {inside['games']} games ({inside['scenarios']} of scenarios, {count} at random), "
            f"{inside['positions']} positions,\n{inside['refusals']} refusals by {inside['refusing']} clauses"
        )


def _inside(data: Mapping[str, Any]) -> dict[str, int]:
    """What is in a file of vectors, counted."""
    positions = [position for game in data["games"] for position in game["positions"]]
    refusals = [refusal for position in positions for refusal in position["refused"]]
    return {
        "games": len(data["games"]),
        "scenarios": sum(game["source"] == "scenario" for game in data["games"]),
        "positions": len(positions),
        "refusals": len(refusals),
        "refusing": len({refusal["clause"] for refusal in refusals}),
    }
