"""Errors of the workers.

WorkerError
└── UnlistedJobError   a job names a function that is none of ours
"""


class WorkerError(Exception):
    """Stands above everything that the workers raise on purpose."""


class UnlistedJobError(WorkerError):
    """A job names a function that is none of ours; it is refused and nothing has run."""

    def __init__(self, job_id: str) -> None:
        super().__init__(f"job {job_id} names a function that is not on the worker's list")
        self.job_id = job_id
