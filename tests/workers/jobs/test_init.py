"""Jobs are named by text on one side, and found by that text on the other."""

from importlib import import_module

import pytest

from service.jobs import JobName
from service.usecases.analysed import AnalysisOf
from service.usecases.analyses import Analyses
from service.usecases.packing import Packing
from tests.fixtures.house import open_house
from workers.bots import choose, judge
from workers.jobs import AnalysisContext, JobContext, job_functions
from workers.judging import Judging


@pytest.mark.parametrize("name", list(JobName))
def test_every_job_name_leads_to_a_function(name: JobName) -> None:
    module, _, function = name.rpartition(".")

    assert callable(getattr(import_module(module), function))


def test_a_worker_runs_every_job_and_nothing_else() -> None:
    house = open_house()

    analyses = Analyses(house.store, house.jobs, AnalysisOf.PEOPLE)
    analysing = AnalysisContext(analyses, Judging(judge, lambda: 0))

    packing = Packing(house.store, 1)
    functions = job_functions(JobContext(house.turns, house.jobs, choose), analysing, packing)

    assert set(functions) == set(JobName)
