"""The settings are read from the environment, and nothing wrong gets past."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from schema.budgets import Budget
from service.config import Environment, FsyncPolicy, LogFormat, LogLevel, OidcSettings, Settings
from service.errors import ConfigError
from service.limits.budgets import DEFAULTS, Rate
from service.store.codec import Written
from service.usecases.analysed import AnalysisOf

_README = Path(__file__).parents[2] / "service" / "README.md"

_RATE = (
    "{}: '{}' is not how many a minute (1 to 1000000), a colon, and how many at once "
    "(50 to 1000000)"
)


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.from_env({"HOME": "/home/ala"})

    assert settings == Settings(
        host="127.0.0.1",
        port=8000,
        redis_url=None,
        queue_url=None,
        data_dir=Path("/home/ala/.local/share/kierki"),
        environment=Environment.DEVELOPMENT,
        log_level=LogLevel.INFO,
        log_format=LogFormat.CONSOLE,
        retention_days=30,
        fsync=FsyncPolicy.EVERYSEC,
        metrics=True,
        metrics_port=None,
        oidc=None,
        analysis=AnalysisOf.PEOPLE,
        written=Written.PREVIOUS,
    )


EVERY_VARIABLE = {
    "KIERKI_HOST": "0.0.0.0",
    "PORT": "9000",
    "REDIS_URL": "redis://store:6379/1",
    "QUEUE_URL": "rediss://:secret@queue",
    "KIERKI_DATA_DIR": "/srv/kierki",
    "KIERKI_ENV": "production",
    "KIERKI_LOG_LEVEL": "debug",
    "KIERKI_LOG_FORMAT": "console",
    "KIERKI_RETENTION_DAYS": "1",
    "KIERKI_PACK_AFTER_HOURS": "3",
    "KIERKI_FSYNC": "always",
    "KIERKI_METRICS": "off",
    "KIERKI_METRICS_PORT": "9100",
    "KIERKI_RATE_LIMITS": "off",
    "KIERKI_RATE_MOVES": "600:120",
    "KIERKI_TRUSTED_PROXIES": "2",
    "KIERKI_PERSISTED_ONLY": "on",
    "KIERKI_PLANS": "off",
    "KIERKI_LANE": "off",
    "KIERKI_PAGES": "off",
    "KIERKI_STREAMS_PER_ACCOUNT": "3",
    "KIERKI_STREAMS_PER_ADDRESS": "4",
    "KIERKI_ANALYSIS": "all",
    "KIERKI_CODEC": "newest",
}


def test_every_variable_is_read() -> None:
    settings = Settings.from_env(EVERY_VARIABLE)

    assert settings == Settings(
        host="0.0.0.0",
        port=9000,
        redis_url="redis://store:6379/1",
        queue_url="rediss://:secret@queue",
        data_dir=Path("/srv/kierki"),
        environment=Environment.PRODUCTION,
        log_level=LogLevel.DEBUG,
        log_format=LogFormat.CONSOLE,
        retention_days=1,
        pack_after_hours=3,
        fsync=FsyncPolicy.ALWAYS,
        metrics=False,
        metrics_port=9100,
        rate_limits=False,
        budgets={**DEFAULTS, Budget.MOVES: Rate(600, 120)},
        trusted_proxies=2,
        persisted_only=True,
        plans=False,
        lane=False,
        pages=False,
        streams_per_account=3,
        streams_per_address=4,
        analysis=AnalysisOf.ALL,
        written=Written.NEWEST,
    )


def test_an_empty_value_counts_as_unset() -> None:
    environ = {"HOME": "/home/ala"}

    assert Settings.from_env({**environ, "PORT": "", "REDIS_URL": ""}) == Settings.from_env(environ)


def test_the_queues_lie_on_the_store_unless_told_otherwise() -> None:
    settings = Settings.from_env({"REDIS_URL": "redis://store:6379/1"})

    assert settings.queue_url == "redis://store:6379/1"


def test_production_logs_json_unless_told_otherwise() -> None:
    assert Settings.from_env({"KIERKI_ENV": "production"}).log_format is LogFormat.JSON


def test_the_data_directory_follows_the_xdg_data_home() -> None:
    environ = {"HOME": "/home/ala", "XDG_DATA_HOME": "/data"}

    assert Settings.from_env(environ).data_dir == Path("/data/kierki")


def test_a_relative_xdg_data_home_is_ignored() -> None:
    environ = {"HOME": "/home/ala", "XDG_DATA_HOME": "data"}

    assert Settings.from_env(environ).data_dir == Path("/home/ala/.local/share/kierki")


def test_a_relative_data_directory_is_made_absolute() -> None:
    assert Settings.from_env({"KIERKI_DATA_DIR": "data"}).data_dir == Path.cwd() / "data"


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("PORT", "65536", "PORT: '65536' is not a whole number from 0 to 65535"),
        ("PORT", "-1", "PORT: '-1' is not a whole number from 0 to 65535"),
        ("PORT", "eight", "PORT: 'eight' is not a whole number from 0 to 65535"),
        ("PORT", "٨", "PORT: '٨' is not a whole number from 0 to 65535"),
        (
            "KIERKI_RETENTION_DAYS",
            "0",
            "KIERKI_RETENTION_DAYS: '0' is not a whole number from 1 to 3650",
        ),
        ("KIERKI_ENV", "test", "KIERKI_ENV: 'test' is not one of development, production"),
        (
            "KIERKI_LOG_LEVEL",
            "loud",
            "KIERKI_LOG_LEVEL: 'loud' is not one of debug, info, warning, error",
        ),
        ("KIERKI_LOG_FORMAT", "xml", "KIERKI_LOG_FORMAT: 'xml' is not one of console, json"),
        ("KIERKI_METRICS", "yes", "KIERKI_METRICS: 'yes' is not one of on, off"),
        (
            "KIERKI_METRICS_PORT",
            "0",
            "KIERKI_METRICS_PORT: '0' is not a whole number from 1 to 65535",
        ),
        ("KIERKI_RATE_MOVES", "600", _RATE.format("KIERKI_RATE_MOVES", "600")),
        ("KIERKI_RATE_READS", "600:49", _RATE.format("KIERKI_RATE_READS", "600:49")),
        ("KIERKI_RATE_GUESTS", "0:50", _RATE.format("KIERKI_RATE_GUESTS", "0:50")),
        ("KIERKI_RATE_GUESTS", "1:2:3", _RATE.format("KIERKI_RATE_GUESTS", "1:2:3")),
        ("KIERKI_FSYNC", "no", "KIERKI_FSYNC: 'no' is not one of everysec, always"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    variable: str, value: str, message: str
) -> None:
    with pytest.raises(ConfigError) as refusal:
        Settings.from_env({variable: value})

    assert str(refusal.value) == message


@pytest.mark.parametrize("variable", ["REDIS_URL", "QUEUE_URL"])
@pytest.mark.parametrize(
    "value",
    [
        "localhost:6379",
        "http://:secret@localhost",
        "redis://",
        "redis://:secret@localhost:notaport",
        "redis://:secret@localhost:0",
        "redis://:secret@localhost:65536",
        "redis://:secret@localhost/first",
        "redis://[::1",
        "unix://",
        "redis+cluster://",
        "redis+cluster://localhost/1",
    ],
)
def test_a_malformed_address_is_refused_and_not_repeated(variable: str, value: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        Settings.from_env({variable: value})

    assert str(refusal.value) == (
        f"{variable}: not an address like redis://127.0.0.1:6379/0 "
        "(or rediss://, unix://, redis+cluster://, rediss+cluster://)"
    )


@pytest.mark.parametrize(
    "value",
    [
        "redis://localhost",
        "redis://ala:secret@[::1]:6379/15",
        "rediss://store.example/0?ssl_cert_reqs=none",
        "unix:///run/redis.sock?db=1",
        "redis+cluster://ala:secret@node:7000",
        "rediss+cluster://node/0",
    ],
)
def test_every_kind_of_address_that_the_client_knows_is_taken(value: str) -> None:
    queue = {"QUEUE_URL": "redis://queue"}
    assert Settings.from_env({"REDIS_URL": value} | queue).require_redis_url() == value


@pytest.mark.parametrize("named", [{}, {"QUEUE_URL": "redis+cluster://node"}])
def test_jobs_are_not_kept_on_a_cluster(named: dict[str, str]) -> None:
    with pytest.raises(ConfigError) as refusal:
        Settings.from_env({"REDIS_URL": "redis+cluster://node"} | named)

    assert str(refusal.value) == (
        "QUEUE_URL: the jobs need a server of their own that is not a cluster"
    )


def test_an_address_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("redis://:secret@store\n")
    (tmp_path / "queue").write_text("redis://:secret@queue\n")

    settings = Settings.from_env(
        {"REDIS_URL_FILE": str(tmp_path / "store"), "QUEUE_URL_FILE": str(tmp_path / "queue")}
    )

    assert settings.redis_url == "redis://:secret@store"
    assert settings.queue_url == "redis://:secret@queue"


@pytest.mark.parametrize("content", [b"", b"\n", None])
def test_a_file_with_nothing_in_it_names_no_server(tmp_path: Path, content: bytes | None) -> None:
    (tmp_path / "url").write_bytes(content or b"")
    chosen = str(tmp_path / "url") if content is not None else ""

    assert Settings.from_env({"REDIS_URL_FILE": chosen}).redis_url is None


def test_an_address_is_given_in_one_way_only(tmp_path: Path) -> None:
    environ = {"REDIS_URL": "redis://:secret@store", "REDIS_URL_FILE": str(tmp_path / "url")}

    with pytest.raises(ConfigError) as refusal:
        Settings.from_env(environ)

    assert str(refusal.value) == "REDIS_URL: goes not together with REDIS_URL_FILE"


@pytest.mark.parametrize("content", [b"\xff", None])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "url"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(ConfigError) as refusal:
        Settings.from_env({"QUEUE_URL_FILE": str(path)})

    assert str(refusal.value) == f"QUEUE_URL_FILE: {path} cannot be read"


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("rediss://store/0", "rediss://store/0?ssl_ca_certs={}"),
        ("rediss://store/0?ssl_keyfile=k", "rediss://store/0?ssl_keyfile=k&ssl_ca_certs={}"),
        ("rediss://store?ssl_ca_certs=own", "rediss://store?ssl_ca_certs=own"),
        ("redis://store", "redis://store"),
        ("unix:///run/redis.sock", "unix:///run/redis.sock"),
    ],
)
def test_the_authority_goes_with_every_address_that_speaks_tls(
    tmp_path: Path, url: str, asked: str
) -> None:
    authority = tmp_path / "ca.pem"
    authority.touch()

    settings = Settings.from_env({"REDIS_URL": url, "KIERKI_REDIS_CA": str(authority)})

    assert settings.redis_url == settings.queue_url == asked.format(authority)


def test_an_authority_that_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refusal:
        Settings.from_env({"REDIS_URL": "rediss://store", "KIERKI_REDIS_CA": str(tmp_path)})

    assert str(refusal.value) == f"KIERKI_REDIS_CA: {tmp_path} is no file"


def test_a_process_that_needs_a_server_says_which_variable_is_missing() -> None:
    settings = Settings.from_env({})

    with pytest.raises(ConfigError, match=r"^REDIS_URL: not set; only `kierki up` brings a"):
        settings.require_redis_url()
    with pytest.raises(ConfigError, match=r"^QUEUE_URL: not set; only `kierki up` brings a"):
        settings.require_queue_url()


def test_passwords_are_not_shown_with_the_settings() -> None:
    settings = Settings.from_env({"REDIS_URL": "redis://:secret@store"})

    assert repr(settings) == "Settings(development, 127.0.0.1:8000)"


def test_an_issuer_is_read_with_its_audience() -> None:
    environ = {
        "HOME": "/home/ala",
        "KIERKI_OIDC_ISSUER": "https://id.example/realm",
        "KIERKI_OIDC_AUDIENCE": "kierki",
        "KIERKI_OIDC_NAME_CLAIM": "nick",
    }

    assert Settings.from_env(environ).oidc == OidcSettings(
        issuer="https://id.example/realm", audience="kierki", name_claim="nick"
    )


@pytest.mark.parametrize(
    "environ",
    [
        {"KIERKI_OIDC_ISSUER": "https://id.example"},
        {"KIERKI_OIDC_AUDIENCE": "kierki"},
        {"KIERKI_OIDC_ISSUER": "http://id.example", "KIERKI_OIDC_AUDIENCE": "kierki"},
        {"KIERKI_OIDC_ISSUER": "id.example", "KIERKI_OIDC_AUDIENCE": "kierki"},
        {"KIERKI_OIDC_ISSUER": "https://[", "KIERKI_OIDC_AUDIENCE": "kierki"},
    ],
)
def test_an_issuer_that_is_not_safe_or_not_whole_is_refused(environ: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match=r"^KIERKI_OIDC_ISSUER: "):
        Settings.from_env({"HOME": "/home/ala", **environ})


def test_an_issuer_on_this_machine_needs_no_https() -> None:
    environ = {"KIERKI_OIDC_ISSUER": "http://127.0.0.1:9", "KIERKI_OIDC_AUDIENCE": "kierki"}

    assert Settings.from_env({"HOME": "/home/ala", **environ}).oidc is not None


def test_the_readme_lists_exactly_the_variables_that_are_read() -> None:
    environ = _Recorder()
    Settings.from_env(environ)

    # these two belong to the system and are explained with the data directory
    assert _documented_variables() == environ.asked - {"HOME", "XDG_DATA_HOME"}


class _Recorder(Mapping[str, str]):
    """An empty environment that remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _documented_variables() -> set[str]:
    text = _README.read_text(encoding="utf-8")
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))
