"""Every scenario of the rules runs on the oracle and on the engine."""

import pytest

from tests.adapters import EngineRules, OracleRules
from tests.games import Rules


@pytest.fixture(params=[OracleRules(), EngineRules()], ids=["oracle", "engine"])
def rules(request: pytest.FixtureRequest) -> Rules:
    implementation: Rules = request.param
    return implementation
