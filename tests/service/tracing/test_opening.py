"""OpenTelemetry is loaded where traces are asked for, and missed nowhere else."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from structlog.testing import capture_logs

from service.config import Settings, TracesExporter
from service.errors import ConfigError
from service.tracing.opening import open_tracer
from service.tracing.otel import OtelTracer
from tests.architecture.tree import ROOT

HOME = {"HOME": "/home/ala"}
COLLECTOR = "http://127.0.0.1:4318"


def settings(**environ: str) -> Settings:
    return Settings.from_env({**HOME, **environ})


@pytest.mark.parametrize(
    ("environ", "exporter"),
    [
        ({}, "none"),
        ({"OTEL_SERVICE_NAME": "kierki"}, "none"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": COLLECTOR}, "otlp"),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": COLLECTOR}, "otlp"),
        ({"OTEL_TRACES_EXPORTER": "otlp"}, "otlp"),
        ({"OTEL_TRACES_EXPORTER": "console"}, "console"),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": COLLECTOR}, "none"),
        ({"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": COLLECTOR}, "none"),
    ],
)
def test_traces_are_made_where_the_standard_variables_ask_for_them(
    environ: dict[str, str], exporter: str
) -> None:
    assert settings(**environ).traces == exporter


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OTEL_TRACES_EXPORTER", "zipkin"),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
        ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc"),
    ],
)
def test_what_is_not_spoken_here_is_refused_at_the_start(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=rf"^{name}: '{value}' is not one of "):
        settings(**{name: value})


def test_nothing_is_loaded_where_nobody_asks_for_traces() -> None:
    def load(name: str) -> ModuleType:
        raise AssertionError(name)

    assert open_tracer(settings(), "api", load) is None


def test_a_process_without_the_extra_says_so_and_goes_on() -> None:
    def load(name: str) -> ModuleType:
        raise ModuleNotFoundError(name="opentelemetry")

    with capture_logs() as lines:
        assert open_tracer(settings(OTEL_TRACES_EXPORTER="otlp"), "api", load) is None

    (line,) = lines
    assert (line["event"], line["missing"]) == ("traces_unavailable", "opentelemetry")
    assert line["install"] == "kierki[otel]"


def test_with_the_extra_there_is_a_tracer() -> None:
    chosen = settings(OTEL_TRACES_EXPORTER="console")
    assert chosen.traces is TracesExporter.CONSOLE

    tracer = open_tracer(chosen, "api")

    assert isinstance(tracer, OtelTracer)
    tracer.close()


def test_no_process_loads_it_by_itself() -> None:
    ours = ("service.tracing.otel", "opentelemetry.exporter", "opentelemetry.sdk.trace")
    program = (
        "import sys, service.app, service.cli, workers.__main__; "
        "print([name for name in sys.modules if name.startswith(tuple(sys.argv[1:]))])"
    )

    done = subprocess.run(
        (sys.executable, "-c", program, *ours),
        cwd=Path(ROOT),
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "[]"
