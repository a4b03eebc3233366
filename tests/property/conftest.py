# How many examples the laws are tried on, and the table of mutants at the end of a run.

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.property.mutants import KILLED

settings.register_profile(
    "ci",
    max_examples=40,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", parent=settings.get_profile("ci"), max_examples=2_000)
settings.register_profile(  # says what fails, quickly; not why
    "quick", parent=settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed: list[pytest.TestReport] = terminalreporter.getreports("passed")
    killed: dict[str, list[str]] = {}
    for report in passed:
        for name, value in report.user_properties:
            if name == KILLED:
                law, _, mutant = str(value).partition(": ")
                killed.setdefault(law, []).append(mutant)
    if not killed:
        return
    terminalreporter.section("Mutants: each law kills at least one")
    for law, mutants in sorted(killed.items()):
        terminalreporter.write_line(f"{law}")
        for mutant in mutants:
            terminalreporter.write_line(f"    killed: {mutant}")
