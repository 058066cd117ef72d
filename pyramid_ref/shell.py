"""Commands that are told to people, who paste them into a shell."""

from __future__ import annotations

import shlex

__all__ = ["operand", "typed"]


def typed(*words: str) -> str:
    """Words as they are typed at a shell, each in double quotes, which every shell knows, where those are needed.

    >>> typed("pytest", "--engine-cmd=node my.mjs", "-k", "half-covered-stays:pyramid")
    'pytest "--engine-cmd=node my.mjs" -k half-covered-stays:pyramid'
    """
    return " ".join(map(_typed, words))


def operand(file: str) -> str:
    """A file as a command can be given it: one whose name begins with a dash would be taken for an option.

    >>> operand("-my.yaml"), operand("rules/my.yaml")
    ('./-my.yaml', 'rules/my.yaml')
    """
    return f"./{file}" if file.startswith("-") else file


def _typed(word: str) -> str:
    if shlex.quote(word) == word:
        return word
    return shlex.quote(word) if set(word) & set('"$`\\!') else f'"{word}"'
