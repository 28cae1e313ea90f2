"""``railbird serve``: where it listens, what it says, and what it refuses."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from railbird.cli import main
from railbird.store import Store
from railbird.tables.lease import Lease


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, list[Any]]:
    """The exit code, and what would have been served."""
    served: list[Any] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: served.append((self.config, sockets[0])))
    monkeypatch.setattr(sys, "argv", ["railbird", "serve", *arguments])
    try:
        main()
        code: Any = 0
    except SystemExit as stop:
        code = stop.code
    for _, listening in served:
        listening.close()
    return int(code or 0), served


def test_it_listens_at_home_and_says_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, served = run(monkeypatch, "--port", "0", "--store", str(tmp_path / "a.db"))
    assert code == 0
    assert len(served) == 1
    said = capsys.readouterr().out
    assert said.startswith("Railbird is at http://localhost:")
    assert "access" not in said


def test_other_addresses_need_an_access_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store = str(tmp_path / "a.db")
    assert run(monkeypatch, "--host", "0.0.0.0", "--port", "0", "--store", store)[0] == 0
    assert "access code: " in capsys.readouterr().out
    assert run(monkeypatch, "--host", "0.0.0.0", "--port", "0", "--access", "opensesame", "--store", store)[0] == 0
    assert "#access=opensesame" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--certificate", "none.pem"], "HTTPS needs both --certificate and --key"),
        (["--certificate", "none.pem", "--key", "none.pem"], "there is no file none.pem"),
        (["--host", "256.1.1.1", "--port", "0"], "cannot listen on 256.1.1.1"),
        (["--port", "0", "--store", "no such folder/a.db"], "there is no folder"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, served = run(monkeypatch, *arguments)
    assert (code, served) == (2, [])
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_second_server_on_the_same_store_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store = tmp_path / "a.db"
    lease = Lease(Store(store))
    code, served = run(monkeypatch, "--port", "0", "--store", str(store))
    assert (code, served) == (2, [])
    assert "another railbird serve plays the tables of" in capsys.readouterr().err
    lease.give_up()
    assert run(monkeypatch, "--port", "0", "--store", str(store))[0] == 0


def test_a_port_that_is_taken_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        code, _ = run(monkeypatch, "--port", str(other.getsockname()[1]), "--store", str(tmp_path / "a.db"))
    assert code == 2
    assert "try --port 0" in capsys.readouterr().err
