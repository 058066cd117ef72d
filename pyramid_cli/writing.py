"""Files written whole or not at all: whoever looks, or is interrupted, finds the old text or the new one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from pyramid_ref.errors import PyramidError


class CannotWrite(PyramidError):
    """A file that cannot be written where it was to be."""


def check_writable(path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Raise `CannotWrite` where there is something that is not to be replaced: a file, or with `force` what is none."""
    if os.path.isdir(path):
        raise CannotWrite(f"{os.fspath(path)}: found a directory, expected the name of a file to write")
    if os.path.exists(path) and not os.path.isfile(path):
        raise CannotWrite(f"{os.fspath(path)}: found a device or a pipe, expected the name of a file to write")
    if os.path.lexists(path) and not force:
        raise CannotWrite(f"{os.fspath(path)}: found a file, expected a name that is free (--force overwrites a file)")


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text to a file. Raises `CannotWrite` where that cannot be done; then nothing has changed."""
    check_writable(path, force=True)
    target = Path(os.path.realpath(path))  # what a link leads to is written, and the link stays
    beside = ""
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(beside, target)
    except OSError as error:
        _forget(beside)
        raise CannotWrite(f"{os.fspath(path)}: cannot be written: {error.strerror or error}") from None
    except BaseException:  # an interrupt, say
        _forget(beside)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _forget(path: str) -> None:
    with contextlib.suppress(OSError):
        if path:
            os.unlink(path)
