"""The suite as pytest runs it: options, cases, outcomes and the verdict at the end.

`pytest conformance --engine=module:Class` collects one case for each scenario and ruleset, tier by tier. What comes of
a case travels with its report, so that the verdict is the same whether the cases run in one process or in several.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

import pytest

from conformance import verdict
from conformance.adapter import About, AdapterError
from conformance.answers import QUOTED, EngineFinding
from conformance.checks import ORDER, Bench, Check
from conformance.driver import LIMIT, Driver
from conformance.effort import add_options, effort_of
from conformance.finds import told_of_finds
from conformance.guard import CountGuard
from conformance.known import KnownFailures, read_known_failures, write_known_failures
from conformance.layers import CHECKS
from conformance.leftovers import end_despite_threads
from conformance.outcomes import Outcome, suspects
from conformance.outliving import MOST_DEATHS, Deadly, outlive, quiet, watched
from conformance.playing import play_scenario
from conformance.report import Report
from conformance.reporting import Proceedings, report_of, run_options, write_report
from conformance.rulesets import NamedRules, asked_for, claimed
from conformance.scenarios import Scenario, by_clause, read_added
from conformance.siteaddress import VARIABLE, site_address
from conformance.telling import Line, lines_of, text_of
from pyramid_ref.document import suggestion
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.flags import value_word
from pyramid_ref.spec import load_spec

REFERENCE = "pyramid_ref:Engine"

_FEW: Final = 12
"""Rulesets up to which whole games and relations are played under each; beyond, not under those for one flag alone."""

_NAMED: Final = 20
"""Rulesets that the head of a run names."""

_RESULT = "pyramid result"
_RUN = pytest.StashKey["Run"]()
_DEADLY = pytest.StashKey[Deadly]()
_SESSION = pytest.StashKey[pytest.Session]()


@dataclass(frozen=True)
class Case:
    """One scenario, or one check of the table, under one ruleset."""

    of: Scenario | Check
    named: NamedRules

    @property
    def id(self) -> str:
        return f"{self.of.id}:{self.named.name}"


@dataclass
class Run:
    """Everything that one run of the suite knows."""

    bench: Bench
    rulesets: list[NamedRules]
    options: tuple[str, ...]
    """The command line options that name the engine."""
    known: KnownFailures | None
    broken: set[str]
    """Clauses found broken so far in this process; the bench shows the same set to the cases."""
    faults: dict[str, str] = field(default_factory=dict)
    """Faults of answering met so far, each with the clause under which it is told; what meets it again is blocked."""
    added: Sequence[Scenario] = ()
    """Scenarios beside those of the catalogue."""

    def cases(self, tier: str, clauses: list[str]) -> Iterator[Case]:
        """The cases of a tier in the order of rulesets and clauses."""
        few = len(self.rulesets) <= _FEW
        for named in self.rulesets:
            yield from self.cases_under(named, tier, clauses, checks=few or not named.alone)

    def cases_under(self, named: NamedRules, tier: str, clauses: list[str], *, checks: bool) -> Iterator[Case]:
        """The cases of a tier under one ruleset, whether with checks or with scenarios alone."""
        for check in CHECKS if checks else ():
            if check.exhaustive and not self.bench.effort.exhaustive:
                continue
            if check.tier == tier and (not clauses or check.clause in clauses):
                yield Case(check, named)
        for scenario in (*by_clause(), *self.added):
            if scenario.tier == tier and (not clauses or scenario.clause in clauses) and named.tests(scenario):
                yield Case(scenario, named)

    @property
    def order(self) -> list[str]:
        """The ids of all cases in the order in which they run."""
        return [case.id for tier in ORDER for case in self.cases(tier, [])]

    def play(self, case: Case) -> Outcome:
        """Play a case."""
        rules = case.named.rules
        if isinstance(case.of, Check):
            outcome = case.of.play(self.bench, rules)
        else:
            outcome = play_scenario(case.of, rules, self.bench)
        return self.told_once(outcome)

    def told_once(self, outcome: Outcome) -> Outcome:
        """The outcome, blocked where it shows nothing but a fault of answering that has been told before."""
        said = re.sub(QUOTED, "", f"{outcome.said} {outcome.got}")
        fault = next((fault for fault in self.faults if fault.partition(" ")[2] in said), outcome.fault)
        if not fault:
            return outcome
        said = f"{outcome.said} (pyramid-ref doctor says what to change in an adapter)"
        if fault not in self.faults:
            self.faults[fault] = outcome.clause
            return replace(outcome, said=said)
        told = self.faults[fault]
        return replace(outcome, said=said, kind="blocked", clause=told, suspects=suspects(told))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the suite."""
    group = parser.getgroup("pyramid", "conformance of a Pyramid engine")
    group.addoption("--engine", metavar="MODULE:CLASS", help=f"the engine's adapter (default: {REFERENCE})")
    group.addoption(
        "--engine-cmd", metavar="COMMAND", help="a program that speaks the protocol on its standard input and output"
    )
    group.addoption(
        "--engine-timeout",
        metavar="SECONDS",
        type=float,
        default=LIMIT,
        help=f"seconds for each answer (default: {LIMIT:g})",
    )
    group.addoption(
        "--preset", action="append", default=[], metavar="NAME", help="test under this preset; may be repeated"
    )
    group.addoption(
        "--rules", action="append", default=[], metavar="FILE", help="test under these house rules; may be repeated"
    )
    group.addoption(
        "--flag",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a flag, as in --flag passes=3; may be repeated",
    )
    group.addoption(
        "--clause", action="append", default=[], metavar="ID", help="only the cases of this clause; may be repeated"
    )
    group.addoption(
        "--scenarios",
        action="append",
        default=[],
        metavar="FILE",
        help="also play the scenarios in this file, such as one that --save-finds has written; may be repeated",
    )
    group.addoption("--full", action="store_true", help="play every scenario under every ruleset of the run")
    group.addoption(
        "--known-failures",
        metavar="FILE",
        help="ids of clauses, scenarios or checks known to fail, with reasons",
    )
    group.addoption("--report", metavar="DIR", help="write the verdict there as JSON, JUnit, Markdown, HTML and badge")
    group.addoption(
        "--site-url", metavar="URL", help=f"the rules site that findings link to (default: ${VARIABLE}, or no links)"
    )
    add_options(group)
    group.addoption(
        "--update-known-failures", action="store_true", help="write that file anew from this run, keeping its reasons"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find the engine and the rulesets; whatever is wrong with the options is told before anything runs."""
    if config.getoption("help", False) or config.getoption("version", 0):
        return
    config.stash[_DEADLY] = outlive() if _may_die(config) and not _shared(config) else Deadly()
    if _may_die(config) and hasattr(config, "workerinput"):
        watched()
    config.stash[_RUN] = _run(config)
    if config.option.tbstyle == "auto":  # the verdict tells each fault once, with board and clause
        config.option.tbstyle = "no"
        config.option.reportchars = config.option.reportchars.replace("f", "")
    guard = CountGuard()
    config.pluginmanager.register(guard)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Gatherer(config.stash[_RUN], config, guard))
    config.addinivalue_line("markers", "tier(name): a tier of the suite")


def _may_die(config: pytest.Config) -> bool:
    """Whether the engine is an unknown one that lives in the suite's process."""
    option = config.getoption
    return bool(option("--engine") and option("--engine") != REFERENCE and not option("--engine-cmd"))


def _shared(config: pytest.Config) -> bool:
    """Whether others wait for this process, or a person looks into it."""
    option = config.getoption
    return bool(hasattr(config, "workerinput") or option("numprocesses", None) or option("usepdb", False))


def pytest_sessionstart(session: pytest.Session) -> None:
    """The place of a fatal fault is told with the verdict."""
    session.config.stash[_SESSION] = session
    quiet()


def _run(config: pytest.Config) -> Run:
    option = config.getoption
    try:
        driver, options = _driver(option("--engine"), option("--engine-cmd"), option("--engine-timeout"))
        rulesets = asked_for(option("--preset"), option("--rules"), option("--flag"), load_spec())
        listed = option("--known-failures")
        to_write = option("--update-known-failures") and listed and not Path(listed).exists()
        known = read_known_failures(listed) if listed and not to_write else None
        unknown = [name for name in option("--clause") if name not in load_spec().clauses]
        if unknown:
            hint = suggestion(unknown[0].upper(), load_spec().clauses)
            raise pytest.UsageError(f"--clause {unknown[0]}: there is no such clause" + (f" ({hint})" if hint else ""))
        if option("--update-known-failures") and not option("--known-failures"):
            raise pytest.UsageError("--update-known-failures needs --known-failures FILE, the file to write")
        added = _added(option("--scenarios"))
        session = driver.session()
        about = session.about()
    except (AdapterError, BadRulesFile) as error:
        raise pytest.UsageError(str(error)) from None
    except EngineFinding as finding:
        raise pytest.UsageError(f"the engine does not say what it is: {finding}") from None
    for named in rulesets:
        if not about.plays(named.rules.flags):
            raise pytest.UsageError(_unclaimed(about, named))
    broken: set[str] = set()
    rulesets = rulesets or claimed(about, load_spec(), full=option("--full"))
    effort = effort_of(config, sum(not named.alone for named in rulesets))
    bench = Bench(driver, session, about, broken, effort)
    return Run(bench, rulesets, options, known, broken, added=added)


def _added(files: Sequence[str]) -> Sequence[Scenario]:
    """The scenarios of these files. What the reference engine breaks would accuse engines that are right."""
    from conformance.linting import remarks  # which plays the reference engine named here

    added = read_added(files)
    wrong = [f"{remark.id} {remark.says}" for remark in remarks(list(added)) if remark.wrong] if added else []
    if wrong:
        raise pytest.UsageError("\n".join(f"--scenarios: {said}" for said in wrong))
    return added


def _driver(engine: str | None, command: str | None, limit: float) -> tuple[Driver, tuple[str, ...]]:
    if "" in (engine, command):
        raise pytest.UsageError("--engine and --engine-cmd need a value; it was empty (a variable that is not set?)")
    if engine and command:
        raise pytest.UsageError("--engine and --engine-cmd name two engines; give one of them")
    if not 0 < limit < float("inf"):
        raise pytest.UsageError(f"--engine-timeout {limit:g}: a number of seconds above 0 is needed, as in 2.5")
    driver = Driver.program(command, limit=limit) if command else Driver.in_process(engine or REFERENCE, limit=limit)
    waiting = (f"--engine-timeout={limit:g}",) if limit != LIMIT else ()
    return driver, (*((driver.option,) if engine or command else ()), *waiting)


def _unclaimed(about: About, named: NamedRules) -> str:
    lacking = [
        f"{name} {value_word(value)} (it plays {', '.join(map(value_word, about.rules[name]))})"
        for name, value in named.rules.flags.items()
        if not about.plays({name: value})
    ]
    return f"{about.name} does not claim to play {named.name}: " + "; ".join(lacking)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let go of the engine."""
    if run := config.stash.get(_RUN, None):
        run.bench.driver.stop()
    if config.stash.get(_DEADLY, Deadly()).waited_for:
        session = config.stash.get(_SESSION, None)
        end_despite_threads(lambda: int(session.exitstatus if session else pytest.ExitCode.USAGE_ERROR))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each case of the tier."""
    if "case" in metafunc.fixturenames:
        (mark,) = metafunc.definition.iter_markers("tier")
        run = metafunc.config.stash[_RUN]
        cases = list(run.cases(mark.args[0], metafunc.config.getoption("--clause")))
        metafunc.parametrize("case", cases, ids=[case.id for case in cases])


@pytest.fixture(scope="session")
def run(pytestconfig: pytest.Config) -> Run:
    """The run that this process takes part in."""
    return pytestconfig.stash[_RUN]


@pytest.fixture
def play_case(
    run: Run, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> Callable[[Case], None]:
    """Play a case and let its outcome pass, skip or fail the test."""
    deadly = pytestconfig.stash[_DEADLY]

    def outcome(case: Case) -> Outcome:
        if ended := deadly.at(case.id):
            return Outcome("broken", case.of.clause, ended)
        if deadly.enough:
            return Outcome("untested", case.of.clause, f"the process of the engine ended {MOST_DEATHS} times")
        return run.play(case)

    def play(case: Case) -> None:
        result = verdict.result_of(outcome(case), case.of, case.named, known=run.broken, effort=run.bench.effort)
        record_property(_RESULT, result.as_data())
        if result.kind == "broken":
            run.broken.add(result.clause)
            if run.known and run.known.covers(result):
                pytest.skip(f"known failure: {result.line}")
            pytest.fail(result.line, pytrace=False)
        elif result.kind != "held":
            pytest.skip(result.line)

    return play


class Gatherer:
    """Gathers the results of all cases, from this process or from others, and tells the verdict."""

    def __init__(self, run: Run, config: pytest.Config, guard: CountGuard) -> None:
        self.run = run
        self.guard = guard
        self.update = config.getoption("--known-failures") if config.getoption("--update-known-failures") else None
        self.folder = _folder("--report", config.getoption("--report"))
        self.finds = _folder("--save-finds", config.getoption("--save-finds"))
        self.site = _site(config.getoption("--site-url"))
        self.options = run_options(config.getoption)
        self.results: list[verdict.Result] = []
        self.seconds: dict[str, float] = {}
        self.reports: dict[str, pytest.TestReport] = {}
        self.errors: list[tuple[str, str]] = []
        self.report: Report | None = None
        self.unwritten: dict[str, str] = {}
        """Files and folders of which nothing could be written, or not all, and why."""
        self.uncollected: list[str] = []
        """What kept a file of cases from being read at all, with its place."""

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep what went wrong before any case was known; pytest itself has been told to print no tracebacks."""
        if report.failed:
            self.uncollected.append(report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a case has recorded, and what the suite itself could not do."""
        data = dict(report.user_properties).get(_RESULT)
        if report.when == "call" and isinstance(data, dict):
            self.results.append(verdict.Result.from_data(data))
            self.seconds[self.results[-1].case] = report.duration
            self.reports[self.results[-1].case] = report
        elif report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            said = crash.message if crash else report.longreprtext
            said = re.sub(r"^\[gw\d+\] .*\n", "", said.strip())  # pytest-xdist's line on who says it
            self.errors.append((report.nodeid, said.partition("\n")[0]))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Known failures are strict, and so is the number of cases: what is not as it has to be fails the run."""
        if not self.results and not self.errors:
            return
        told = self.verdict
        complaints: list[str] = []
        if self.update:
            self._update(self.update, told)
        elif self.run.known:
            complaints += self.run.known.stale(told.results).values()
        played = [(result.ruleset, result.kind) for result in told.results]
        complaints += self.guard.complaints(self.run.rulesets, self.run.bench.about.rules, played)
        known = self.run.known
        found = [one for one in told.results if one.kind == "broken" and not (known and known.covers(one))]
        self._recount(session, found, told)
        if (complaints or found) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if not told.tested and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
        proceedings = Proceedings(self.options, len(self.guard.cases), self.errors, complaints, self.site)
        self.report = report_of(told, self.run.bench.about, self.run.known, proceedings)
        if self.folder:
            with self._writing(self.folder):
                write_report(self.folder, self.report, told.results, known, self.seconds)
        if self.unwritten and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR

    def _recount(self, session: pytest.Session, found: Sequence[verdict.Result], told: verdict.Verdict) -> None:
        """Count each test by what the whole run says of its case, which was not all known when it was played.

        What was skipped as blocked may be all that shows a clause broken, and what failed in one of several processes
        may be blocked by what another has found.
        """
        broken = {result.case for result in found}
        for result in told.results:
            report, fails = self.reports[result.case], result.case in broken
            if report.failed == fails:
                continue
            _moved(report, session, "failed" if fails else "skipped")
            report.longrepr = result.line if fails else (report.location[0], report.location[1] or 0, result.line)
            session.testsfailed += 1 if fails else -1
            if not session.testsfailed and len(told.results) == len(self.guard.cases):
                session.exitstatus = pytest.ExitCode.OK

    def _update(self, file: str, told: verdict.Verdict) -> None:
        """Write the list of known failures, unless cases are missing that may break what the list says."""
        if (played := len(self.results)) < (cases := len(self.guard.cases)):
            self.unwritten[file] = f"{file} is left as it was: {played} of {cases} cases were played"
            return
        with self._writing(file):
            write_known_failures(file, self.engine, told.results, self.run.known)

    @contextmanager
    def _writing(self, what: str | Path) -> Iterator[None]:
        """What cannot be written is told beside the verdict, which is not lost."""
        try:
            yield
        except OSError as error:
            self.unwritten[str(what)] = f"{error.filename or what} cannot be written: {error.strerror}"

    def pytest_terminal_summary(self, terminalreporter: Any, exitstatus: int) -> None:
        """The verdict."""
        for said in self.uncollected:
            terminalreporter.section("the suite could not be read")
            terminalreporter.write_line(said)
        if self.report is None:
            if not (self.uncollected or terminalreporter.config.getoption("collectonly")):
                terminalreporter.section("verdict")
                stopped = exitstatus == pytest.ExitCode.INTERRUPTED and self.guard.cases
                option = terminalreporter.config.getoption
                nothing = self._nothing(option("clause"), option("keyword"))
                cases = len(self.guard.cases)
                terminalreporter.write_line(f"stopped after 0 of {cases} cases" if stopped else nothing)
            return
        terminalreporter.section("verdict")
        lines = [Line(f"{one.case}: {one.said}") for one in self.results if one.kind == "held" and one.said]
        for what, name in (("known failures", self.update), ("report", self.folder)):
            if name:
                lines.append(Line(self.unwritten.get(str(name), f"{what} written to {name}")))
        if self.finds:
            lines.append(Line(told_of_finds(self.results, self.finds)))
        lines += map(Line, self._unfit())
        if known := self.run.known:
            lines += [Line(said) for said in known.of_another_engine(self.run.bench.about)]
        lines += lines_of(self.report, every=terminalreporter.verbosity > 0)
        fancy = terminalreporter.hasmarkup and not os.environ.get("CI")
        text = text_of(lines, width=terminalreporter._tw.fullwidth, fancy=fancy)
        terminalreporter.ensure_newline()
        terminalreporter.write(text, flush=True)

    def _unfit(self) -> list[str]:
        """The added scenarios that no ruleset of the run can play, each in a sentence."""
        return [
            f"{scenario.id} of {scenario.file} fits no ruleset of this run"
            for scenario in self.run.added
            if not any(named.tests(scenario) for named in self.run.rulesets)
        ]

    def _nothing(self, clauses: list[str], keyword: str) -> str:
        """Why no case was played."""
        if meant := [word for word in re.split(r"[\s()]+", keyword.upper()) if word in load_spec().clauses]:
            chosen = " ".join(f"--clause {clause}" for clause in meant)
            return f"no case has {keyword} in its name; the cases of a clause are chosen by {chosen}"
        for clause in clauses:
            if not any(load_spec().clauses[clause].holds(named.rules) for named in self.run.rulesets):
                under = " or ".join(named.name for named in self.run.rulesets[:3])
                return f"no case: {clause} is no rule under {under} (pyramid-ref rules {clause} says when it holds)"
        return "\n".join([*self._unfit(), "no case of this run fits what was asked for"])

    @property
    def verdict(self) -> verdict.Verdict:
        """The verdict on what has been gathered so far."""
        results = verdict.in_order(self.results, self.run.order)
        return verdict.Verdict(self.engine, self.run.options, self.run.rulesets, results)

    @property
    def engine(self) -> str:
        """The engine's name and version."""
        return f"{self.run.bench.about.name} {self.run.bench.about.version}"


def _moved(report: pytest.TestReport, session: pytest.Session, outcome: Literal["failed", "skipped"]) -> None:
    """Give a report another outcome, and count it there."""
    terminal = session.config.pluginmanager.getplugin("terminalreporter")
    stats = terminal.stats if terminal else {}
    if report in (counted := stats.get(report.outcome, [])):
        counted.remove(report)
        stats.setdefault(outcome, []).append(report)
        if not counted:
            del stats[report.outcome]  # pytest is red where there is a list of failures, though nothing is in it
    report.outcome = outcome


def _site(written: str | None) -> str:
    try:
        return site_address(written)
    except ValueError as error:
        raise pytest.UsageError(f"--site-url: {error}") from None


def _folder(option: str, written: str | None) -> Path | None:
    """The folder that an option names, made before anything runs, so that no run is lost for want of it."""
    if not written:
        return None
    try:
        Path(written).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise pytest.UsageError(f"{option} {written}: the folder cannot be made: {error.strerror}") from None
    if not os.access(written, os.W_OK):
        raise pytest.UsageError(f"{option} {written}: nothing can be written into this folder")
    return Path(written)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tiers run in their order, whatever the order of files; one without a case in this run is left out."""
    items[:] = [item for item in items if isinstance(_case_of(item), Case | None)]
    order = {name: number for number, name in enumerate(ORDER)}
    items.sort(key=lambda item: order.get(next((m.args[0] for m in item.iter_markers("tier")), ""), len(order)))


def _case_of(item: pytest.Item) -> object:
    """The case of an item; None where it is another project's test."""
    called = getattr(item, "callspec", None)
    return called.params.get("case") if called and item.get_closest_marker("tier") else None


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Which engine is tested under which rules."""
    run = config.stash.get(_RUN, None)
    if run is None:
        return []
    more = len(run.rulesets) - _NAMED
    names = [named.name for named in run.rulesets[: _NAMED if more > 1 else None]]
    return [
        f"engine: {run.bench.about.name} {run.bench.about.version}, rules {load_spec().version}",
        f"rulesets: {', '.join(names)}{f' and {more} more' if more > 1 else ''}",
    ]
