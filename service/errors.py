"""Errors of the service layer.

ServiceError
├── ClientGoneError  whoever is sent something is no longer there
├── ConfigError      an environment variable has a wrong value
└── StartError       the service cannot start, or cannot keep its parts running
"""


class ServiceError(Exception):
    """Everything that the service layer raises on purpose."""


class ClientGoneError(ServiceError):
    """Nobody reads any more what is sent; there is nobody to tell either."""


class ConfigError(ServiceError):
    """A variable, an argument or a file that one names is missing or not as it must be.

    The text is one line that names it and what is allowed. It never repeats the value
    of an address, which may hold a password.
    """


class StartError(ServiceError):
    """The service cannot start here and now; the text is one line that says why."""
