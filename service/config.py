"""The settings of a process, read once from its environment.

Every variable is described in `service/README.md`; a test compares the two. An empty value counts
as unset.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import SplitResult, parse_qs, quote, urlsplit, urlunsplit

import msgspec

from schema.budgets import Budget
from service.errors import ConfigError
from service.limits.budgets import DEFAULTS, Budgets, Rate
from service.limits.open_streams import PER_ACCOUNT, PER_ADDRESS
from service.store.codec import Written
from service.store.schemes import SCHEMES, is_cluster
from service.usecases.analysed import AnalysisOf

_PER_MINUTE: Final = range(1, 1_000_001)
_BURST: Final = range(50, 1_000_001)  # one GraphQL operation counts as up to 50
_STREAMS: Final = range(1, 1_000_001)
METRICS_PORT: Final = "KIERKI_METRICS_PORT"
CODEC: Final = "KIERKI_CODEC"
HEARTBEAT_FILE: Final = "KIERKI_HEARTBEAT_FILE"
FILE_SUFFIX: Final = "_FILE"  # REDIS_URL_FILE names a file that holds what REDIS_URL would
_AUTHORITY: Final = "ssl_ca_certs"  # redis-py's parameter

_Choice = TypeVar("_Choice", bound=StrEnum)


class Environment(StrEnum):
    """Where the process runs; development shows GraphiQL and readable log lines."""

    DEVELOPMENT = "development"
    PRODUCTION = "production"


class LogLevel(StrEnum):
    """The least severe kind of log line that is written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """The shape of a log line: for eyes, or one JSON object."""

    CONSOLE = "console"
    JSON = "json"


class Switch(StrEnum):
    """Whether a part of the service is there."""

    ON = "on"
    OFF = "off"


class TracesExporter(StrEnum):
    """Where traces go, by OpenTelemetry's words."""

    NONE = "none"
    OTLP = "otlp"
    CONSOLE = "console"


class OtlpProtocol(StrEnum):
    """How traces go there: of OpenTelemetry's protocols the one that is spoken here."""

    HTTP = "http/protobuf"


class FsyncPolicy(StrEnum):
    """When the embedded server forces its log to disk: once a second, or before it answers."""

    EVERYSEC = "everysec"
    ALWAYS = "always"


_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class OidcSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Whose tokens are taken besides our own, and the claim that names who comes with one."""

    issuer: str
    audience: str
    name_claim: str = "name"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator may choose about a process.

    `redis_url` None means that `kierki up` starts its own server. `queue_url` is where the jobs
    lie and equals `redis_url` unless it is set. `retention_days` is how long a finished match is
    kept, `pack_after_hours` when its history is packed. `metrics` is whether the API shows them at
    `/metrics`, `metrics_port` where a worker or the clock does; None means nowhere.
    `heartbeat_file` is where these two say that their loops come round. `trusted_proxies` is how
    many proxies before the API are believed about where a request comes from. `persisted_only`
    refuses GraphQL operations that are not published. `pages` is whether the API serves the pages
    for people, `plans` whether GraphQL operations that are asked for again are planned, `lane`
    whether the busiest requests go past ASGI. `analysis` tells of which finished matches an
    analysis is made. `traces` is where traces go, `written` the codec in which matches are written.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    redis_url: str | None = None
    queue_url: str | None = None
    data_dir: Path
    environment: Environment = Environment.DEVELOPMENT
    log_level: LogLevel = LogLevel.INFO
    log_format: LogFormat = LogFormat.CONSOLE
    retention_days: int = 30
    lobby_retention_days: int = 1
    pack_after_hours: int = 24
    fsync: FsyncPolicy = FsyncPolicy.EVERYSEC
    metrics: bool = True
    metrics_port: int | None = None
    heartbeat_file: Path | None = None
    rate_limits: bool = True
    budgets: Budgets = msgspec.field(default_factory=lambda: DEFAULTS)
    trusted_proxies: int = 0
    persisted_only: bool = False
    plans: bool = True
    lane: bool = True
    pages: bool = True
    streams_per_account: int = PER_ACCOUNT
    streams_per_address: int = PER_ADDRESS
    oidc: OidcSettings | None = None
    analysis: AnalysisOf = AnalysisOf.PEOPLE
    traces: TracesExporter = TracesExporter.NONE
    written: Written = Written.PREVIOUS

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> "Settings":
        """Return the settings that the environment describes, or raise ConfigError."""
        environment = _choice(environ, "KIERKI_ENV", Environment.DEVELOPMENT)
        is_development = environment is Environment.DEVELOPMENT
        redis_url = _server_url(environ, "REDIS_URL")
        return cls(
            host=environ.get("KIERKI_HOST") or "127.0.0.1",
            port=_whole_number(environ, "PORT", 8000, range(65_536)),
            redis_url=redis_url,
            queue_url=_queue_url(environ, redis_url),
            data_dir=_data_dir(environ),
            environment=environment,
            log_level=_choice(environ, "KIERKI_LOG_LEVEL", LogLevel.INFO),
            log_format=_choice(
                environ,
                "KIERKI_LOG_FORMAT",
                LogFormat.CONSOLE if is_development else LogFormat.JSON,
            ),
            retention_days=_whole_number(environ, "KIERKI_RETENTION_DAYS", 30, range(1, 3_651)),
            lobby_retention_days=_whole_number(
                environ, "KIERKI_LOBBY_RETENTION_DAYS", 1, range(1, 3_651)
            ),
            pack_after_hours=_whole_number(environ, "KIERKI_PACK_AFTER_HOURS", 24, range(1, 8_761)),
            fsync=_choice(environ, "KIERKI_FSYNC", FsyncPolicy.EVERYSEC),
            metrics=_choice(environ, "KIERKI_METRICS", Switch.ON) is Switch.ON,
            metrics_port=_port(environ, METRICS_PORT),
            heartbeat_file=_path(environ, HEARTBEAT_FILE),
            rate_limits=_choice(environ, "KIERKI_RATE_LIMITS", Switch.ON) is Switch.ON,
            budgets={at: _rate(environ, f"KIERKI_RATE_{at.name}", DEFAULTS[at]) for at in Budget},
            trusted_proxies=_whole_number(environ, "KIERKI_TRUSTED_PROXIES", 0, range(9)),
            persisted_only=_choice(environ, "KIERKI_PERSISTED_ONLY", Switch.OFF) is Switch.ON,
            plans=_choice(environ, "KIERKI_PLANS", Switch.ON) is Switch.ON,
            lane=_choice(environ, "KIERKI_LANE", Switch.ON) is Switch.ON,
            pages=_choice(environ, "KIERKI_PAGES", Switch.ON) is Switch.ON,
            streams_per_account=_whole_number(
                environ, "KIERKI_STREAMS_PER_ACCOUNT", PER_ACCOUNT, _STREAMS
            ),
            streams_per_address=_whole_number(
                environ, "KIERKI_STREAMS_PER_ADDRESS", PER_ADDRESS, _STREAMS
            ),
            oidc=_oidc(environ),
            analysis=_choice(environ, "KIERKI_ANALYSIS", AnalysisOf.PEOPLE),
            traces=_traces(environ),
            written=_choice(environ, CODEC, Written.PREVIOUS),
        )

    def require_redis_url(self) -> str:
        """Return the address of the store, or raise ConfigError when none is named."""
        return _required("REDIS_URL", self.redis_url)

    def require_queue_url(self) -> str:
        """Return the address of the job queues, or raise ConfigError when none is named."""
        return _required("QUEUE_URL", self.queue_url)

    def __repr__(self) -> str:
        """Name the process without its addresses, which may hold passwords."""
        return f"Settings({self.environment}, {self.host}:{self.port})"


def _oidc(environ: Mapping[str, str]) -> OidcSettings | None:
    issuer, audience = environ.get("KIERKI_OIDC_ISSUER"), environ.get("KIERKI_OIDC_AUDIENCE")
    name_claim = environ.get("KIERKI_OIDC_NAME_CLAIM") or "name"
    if not issuer and not audience:
        return None
    if not issuer or not audience:
        raise ConfigError("KIERKI_OIDC_ISSUER: goes together with KIERKI_OIDC_AUDIENCE")
    if not is_safe_address(issuer):
        reason = "KIERKI_OIDC_ISSUER: not an https address (http is taken for this machine only)"
        raise ConfigError(reason)
    return OidcSettings(issuer=issuer, audience=audience, name_claim=name_claim)


def _traces(environ: Mapping[str, str]) -> TracesExporter:
    """Return where traces go: nowhere, unless a collector or an exporter is named.

    Whatever else OTEL_* variables say is for the SDK to read.
    """
    named = [environ.get(f"OTEL_EXPORTER_OTLP_{at}ENDPOINT") for at in ("TRACES_", "")]
    default = TracesExporter.OTLP if any(named) else TracesExporter.NONE
    found = _choice(environ, "OTEL_TRACES_EXPORTER", default)
    for at in ("TRACES_", ""):
        _choice(environ, f"OTEL_EXPORTER_OTLP_{at}PROTOCOL", OtlpProtocol.HTTP)
    is_off = environ.get("OTEL_SDK_DISABLED", "").lower() == "true"
    return TracesExporter.NONE if is_off else found


def is_safe_address(url: str) -> bool:
    """Return whether nobody on the way can change what comes from an address.

    That is https, or this machine itself.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:  # broken brackets
        return False
    is_local = parts.scheme == "http" and host in _LOOPBACK
    return bool(host) and (parts.scheme == "https" or is_local)


def _required(name: str, value: str | None) -> str:
    if value is None:
        reason = f"{name}: not set; only `kierki up` brings a server along"
        raise ConfigError(reason)
    return value


def _choice(environ: Mapping[str, str], name: str, default: _Choice) -> _Choice:
    value = environ.get(name) or default.value
    kind = type(default)
    try:
        return kind(value)
    except ValueError as cause:
        reason = f"{name}: {value!r} is not one of {', '.join(kind)}"
        raise ConfigError(reason) from cause


def _whole_number(environ: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    value = environ.get(name) or str(default)
    if value.isascii() and value.isdigit() and int(value) in allowed:
        return int(value)
    reason = f"{name}: {value!r} is not a whole number from {allowed[0]} to {allowed[-1]}"
    raise ConfigError(reason)


def _rate(environ: Mapping[str, str], name: str, default: Rate) -> Rate:
    text = environ.get(name)
    if not text:
        return default
    numbers = text.split(":")
    if len(numbers) == 2 and all(at.isascii() and at.isdigit() for at in numbers):
        rate = Rate(*map(int, numbers))
        if rate.per_minute in _PER_MINUTE and rate.burst in _BURST:
            return rate
    reason = (
        f"{name}: {text!r} is not how many a minute (1 to {_PER_MINUTE[-1]}), a colon, and how "
        f"many at once ({_BURST[0]} to {_BURST[-1]})"
    )
    raise ConfigError(reason)


def _port(environ: Mapping[str, str], name: str) -> int | None:
    return _whole_number(environ, name, 1, range(1, 65_536)) if environ.get(name) else None


def _server_url(environ: Mapping[str, str], name: str) -> str | None:
    value, authority = _secret(environ, name), _path(environ, "KIERKI_REDIS_CA")
    if not value:
        return None
    if not _is_server_url(value):
        reason = (
            f"{name}: not an address like redis://127.0.0.1:6379/0 "
            "(or rediss://, unix://, redis+cluster://, rediss+cluster://)"
        )
        raise ConfigError(reason)
    return _with_authority(value, authority)


def _secret(environ: Mapping[str, str], name: str) -> str | None:
    """Return a variable's value, or what stands in the file that `NAME_FILE` names."""
    value, path = environ.get(name), _path(environ, f"{name}{FILE_SUFFIX}")
    if path is None:
        return value
    if value:
        reason = f"{name}: goes not together with {name}{FILE_SUFFIX}"
        raise ConfigError(reason)
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as cause:
        reason = f"{name}{FILE_SUFFIX}: {path} cannot be read"
        raise ConfigError(reason) from cause


def _with_authority(url: str, authority: Path | None) -> str:
    """Return the address with whose word a TLS server's certificate is taken, as redis-py has it.

    An address that names an authority itself keeps it.
    """
    parts = urlsplit(url)
    if (
        authority is None
        or not parts.scheme.startswith("rediss")
        or _AUTHORITY in parse_qs(parts.query)
    ):
        return url
    if not authority.is_file():
        reason = f"KIERKI_REDIS_CA: {authority} is no file"
        raise ConfigError(reason)
    chosen = f"{_AUTHORITY}={quote(str(authority))}"
    return urlunsplit(parts._replace(query=f"{parts.query}&{chosen}".removeprefix("&")))


def _queue_url(environ: Mapping[str, str], redis_url: str | None) -> str | None:
    url = _server_url(environ, "QUEUE_URL") or redis_url
    if url is not None and is_cluster(url):
        raise ConfigError("QUEUE_URL: the jobs need a server of their own that is not a cluster")
    return url


def _is_server_url(value: str) -> bool:
    try:
        url = urlsplit(value)
        return _names_a_server(url) and url.port != 0
    except ValueError:  # urlsplit and its port refuse broken brackets and impossible ports
        return False


def _names_a_server(url: SplitResult) -> bool:
    if url.scheme == "unix":
        return url.path not in {"", "/"}
    database = url.path.removeprefix("/")
    if url.scheme in SCHEMES:
        return bool(url.hostname) and database in {"", "0"}  # a cluster has no other one
    # redis-py quietly takes database 0 for a path that is no number
    return url.scheme in {"redis", "rediss"} and bool(url.hostname) and _is_database(database)


def _is_database(text: str) -> bool:
    return text == "" or (text.isascii() and text.isdigit())


def _path(environ: Mapping[str, str], name: str) -> Path | None:
    chosen = environ.get(name)
    return Path(chosen).expanduser().absolute() if chosen else None


def _data_dir(environ: Mapping[str, str]) -> Path:
    chosen = _path(environ, "KIERKI_DATA_DIR")
    if chosen is not None:
        return chosen
    data_home = Path(environ.get("XDG_DATA_HOME", ""))
    # the XDG rules say that a relative path is to be ignored
    if data_home.is_absolute():
        return data_home / "kierki"
    return Path(environ.get("HOME") or Path.home()) / ".local" / "share" / "kierki"
