"""Trials on a Dask cluster, the extra `cluster`: workers may come and go, what they leave undone others do.

The scheduler gives the batches of a lost worker to others; answers reach the store only here, where each has one row.
"""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from pyramid_odds.interrupts import Interrupts
from pyramid_odds.survey import Batch, Outcomes
from pyramid_odds.trials import Outcome
from pyramid_ref.engine import Engine
from pyramid_ref.errors import PyramidError
from pyramid_solver.solve import NotFast

_AHEAD: Final = 4
"""Batches handed out for each thread of a worker, so that none waits for the next."""

_PATIENCE: Final = 30
"""Seconds to wait for the scheduler, and then for its first worker."""


_LONGEST: Final = 1.0
"""Seconds of work after which a worker answers with what it has, so that little is lost where it or the run ends."""


class ClusterFault(PyramidError):
    """The cluster cannot be reached, has no workers, or they cannot do the work."""


def make(batch: Batch) -> tuple[str, list[Outcome]]:
    """The outcomes of a batch's first deals, as far as one comes in a second, and the version of the package here.

    Runs on a worker.
    """
    outcomes = []
    until = time.monotonic() + _LONGEST
    for deal in batch.deals:
        outcomes.append(batch.outcome(deal))
        if time.monotonic() > until:
            break
    return _version(), outcomes


def on_cluster(batches: Iterator[Batch], address: str, interrupts: Interrupts | None = None) -> Outcomes:
    """The outcomes of all batches, made by the workers of a scheduler. Raises ClusterFault."""
    interrupts = interrupts or Interrupts()
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ClusterFault("--cluster needs Dask: pip install 'pyramid-ref[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told by exceptions
    _knock(address)
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterFault(f"--cluster: what answers at {address} is no scheduler ({error})") from None
    try:
        with interrupts.through():
            client.wait_for_workers(1, timeout=_PATIENCE)
        pending: dict[object, Batch] = {}
        done = as_completed(loop=client.loop)

        def submit(some: Iterable[Batch]) -> None:
            for batch in some:
                future = client.submit(make, batch, pure=False)
                pending[future] = batch
                done.add(future)

        submit(islice(batches, _AHEAD * max(1, sum(client.nthreads().values()))))
        while pending:
            with interrupts.through():
                future = next(done)
            batch = pending.pop(future)
            version, outcomes = future.result()
            if version != _version():
                raise ClusterFault(f"--cluster: a worker has pyramid-ref {version}, expected {_version()} as here")
            yield batch.job, outcomes
            rest = batch.deals[len(outcomes) :]
            submit([batch._replace(deals=rest)] if rest else islice(batches, 1))
    except TimeoutError:
        raise ClusterFault(f"--cluster: the scheduler at {address!r} has no workers") from None
    except NotFast as error:
        raise ClusterFault(f"--cluster: on a worker {error}") from None
    except ModuleNotFoundError as error:
        raise ClusterFault(f"--cluster: the workers lack {error.name}: install pyramid-ref on them, too") from None
    except _failures() as error:
        raise ClusterFault(f"--cluster: the workers failed, what is known is kept: {error}") from None
    finally:
        client.close()


def _knock(address: str) -> None:
    """Raises ClusterFault where nobody listens: Dask's own client takes long to say so, and says much."""
    found = re.fullmatch(r"(?:tcp|tls)://(\[[^]]+\]|[^:/]+):([0-9]{1,5})", address)
    if found is None:
        raise ClusterFault(f"--cluster: found {address!r}, expected the address of a scheduler, as tcp://host:8786")
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterFault(f"--cluster: no scheduler answers at {address} ({error})") from None


def _version() -> str:
    return str(Engine().about()["version"])


def _failures() -> tuple[type[Exception], ...]:
    from concurrent.futures import CancelledError

    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    return CancelledError, CommClosedError, KilledWorker
