"""Where the server of a language model is, and the key it wants: checked before anything is sent."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from railbird.errors import quoted

KEY = "RAILBIRD_LLM_KEY"
"""The environment variable that holds the key, unless a setting names another."""
EXAMPLE = "http://127.0.0.1:8080/v1"
LONGEST_KEY = 4096
_PATH = "/chat/completions"
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")
_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}", re.ASCII)
_URL_PATH = re.compile(r"[A-Za-z0-9._~/%:@-]*", re.ASCII)
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """Where requests go."""

    secure: bool
    host: str
    port: int
    path: str

    @classmethod
    def parse(cls, url: str) -> Address:
        """Parse a base URL. Raises ValueError, which does not repeat names, passwords and queries of the URL.

        >>> Address.parse("http://127.0.0.1:8080/v1")
        Address(secure=False, host='127.0.0.1', port=8080, path='/v1/chat/completions')
        """
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise ValueError(f"url has no valid port or host: write it as in {EXAMPLE}") from None
        if "@" in parts.netloc or parts.query or parts.fragment or "?" in url or "#" in url:
            raise ValueError("url must not have a user, a password, a query or a fragment: keys go in the environment")
        if parts.scheme not in _PORTS or not parts.hostname or port == 0:
            raise ValueError(f"url must begin with http:// or https:// and a host, as in {EXAMPLE}, not {quoted(url)}")
        if not url.isprintable() or not _HOST.fullmatch(parts.hostname) or not _URL_PATH.fullmatch(parts.path):
            raise ValueError(f"url has characters that no address has: {quoted(url)}")
        path = parts.path.rstrip("/").removesuffix(_PATH) + _PATH
        return cls(parts.scheme == "https", parts.hostname, port or _PORTS[parts.scheme], path)

    @property
    def here(self) -> bool:
        """Whether it is this machine."""
        if self.host.lower() == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def name(self) -> str:
        """Host and port, as a request names them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS["https" if self.secure else "http"] else f"{host}:{self.port}"


def check_key_name(name: str) -> None:
    """Raise ValueError unless this is the name of an environment variable. It may be a key, so it is not repeated."""
    if not _VARIABLE.fullmatch(name):
        raise ValueError(
            f"key must be the name of an environment variable, in capitals, such as {KEY}, and never the key itself"
        )


def key_from(name: str) -> str:
    """The key in an environment variable; empty if there is none. Raises ValueError, without the key, if it is none."""
    key = os.environ.get(name, "").strip()
    if len(key) > LONGEST_KEY or not all("!" <= letter <= "~" for letter in key):
        raise ValueError("the key in the environment is not a key: it has blanks, signs beyond ASCII, or is too long")
    return key


def why_not_with_key(address: Address, name: str) -> str:
    """Why a key cannot be used with this address; an empty string if it can, or if there is none."""
    try:
        key = key_from(name)
    except ValueError as error:
        return str(error)
    if not key and name != KEY:
        return "the environment variable that its setting key names is not set"
    if key and not address.secure and not address.here:
        remedy = "use https:// or a tunnel to this machine, or unset the key"
        return f"its key would be sent to {address.host} unencrypted: {remedy}"
    return ""


def without_key(text: str, name: str) -> str:
    """The text with every occurrence of the key taken out: a server may send it back."""
    try:
        key = key_from(name)
    except ValueError:
        return text
    return text.replace(key, "[key]") if key else text
