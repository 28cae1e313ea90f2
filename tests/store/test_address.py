"""Where a store is: a file or a URL, whose password is never shown."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from railbird.errors import StoreError
from railbird.store import DatabaseUrl, default_store, folder_beside, store_address

SECRET = "hunter2"


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "postgresql", "postgres"])
def test_a_url_is_shown_without_its_password(scheme: str) -> None:
    address = store_address(f"{scheme}://ann:{SECRET}@db.example.org:5433/poker?sslmode=require")
    assert isinstance(address, DatabaseUrl)
    assert str(address) == "postgresql+psycopg://ann@db.example.org:5433/poker?sslmode=require"
    assert address.url.password == SECRET
    assert SECRET not in repr(address) + f"{address}" + repr([address])


def test_passwords_among_the_options_are_not_shown() -> None:
    options = f"password={SECRET}&sslpassword={SECRET}&passfile=/home/{SECRET}&application_name=x"
    assert str(store_address(f"postgresql:///poker?{options}")) == "postgresql+psycopg:///poker?application_name=x"


@pytest.mark.parametrize("password", ["a@b", "a/b", "a:b", "a?b", "a#b", "ä b", "%40"])
def test_a_password_may_have_any_characters(password: str) -> None:
    from sqlalchemy import URL

    written = URL.create("postgresql", "ann", password, "host", database="db").render_as_string(hide_password=False)
    address = DatabaseUrl(written)
    assert address.url.password == password
    assert str(address) == "postgresql+psycopg://ann@host/db"


def test_an_address_is_a_value() -> None:
    first, same, other = (DatabaseUrl(f"postgresql://ann:{each}@host/db") for each in (SECRET, SECRET, "x"))
    assert (first == same, first == other, len({first, same, other})) == (True, False, 2)
    assert pickle.loads(pickle.dumps(first)) == first
    assert store_address(first) is first


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"postgresql://ann:pa@{SECRET}@host/db", "write @ as %40"),
        (f"postgresql://ann:{SECRET}@host:x{SECRET}/db", "its port is not a number"),
        (f"postgresql://ann:{SECRET}@host:99999/db", "its port is not between 1 and 65535"),
        (f"postgresql:/ann:{SECRET}@host/db", "it needs // after the colon"),
        (f"postgresql+psycopg:ann:{SECRET}@host/db", "it needs // after the colon"),
        (Path(f"postgresql+psycopg://ann:{SECRET}@host/db"), "as text, not as a Path"),
        (f"mysql://ann:{SECRET}@host/db", "a store cannot be kept at mysql:…: name a file"),
        (f"postgresql+psycopg2://ann:{SECRET}@host/db", "a store cannot be kept at postgresql+psycopg2:…"),
        (f"sqlite:///{SECRET}.db", "a store cannot be kept at sqlite:…: name a file"),
        (f'"postgresql://ann:{SECRET}@host/db"', "something stands in front of it, such as a quotation mark"),
        (f"'postgresql+psycopg:ann:{SECRET}@host/db'", "something stands in front of it"),
        (Path(f"'postgresql://ann:{SECRET}@host/db'"), "something stands in front of it"),
        (f"\ufeffpostgres://ann:{SECRET}@host/db", "something stands in front of it"),
        (f"store=mysql://ann:{SECRET}@host/db", "something stands in front of it"),
        (f"://ann:{SECRET}@host/db", "something stands in front of it"),
    ],
)
def test_malformed_urls_are_refused_without_repeating_them(text: str | Path, why: str) -> None:
    with pytest.raises(StoreError) as caught:
        store_address(text)
    assert why in str(caught.value)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_blanks_around_a_url_do_not_matter() -> None:
    assert store_address(f" postgresql://ann:{SECRET}@host/db\n") == DatabaseUrl(f"postgresql://ann:{SECRET}@host/db")


@pytest.mark.parametrize(
    "name",
    [
        "matches.db",
        " a.db",
        "ann@home/C:/x.db",
        "my postgres: 1.db",
        "a:b.db",
        "C:/x.db",
        "postgres.db",
        "../postgresql/x.db",
        "a b",
    ],
)
def test_other_texts_are_files(name: str) -> None:
    assert store_address(name) == store_address(Path(name)) == Path(name)


def test_the_users_own_store_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", "~/matches.db")
    assert default_store() == Path.home() / "matches.db"
    assert folder_beside(default_store()) == Path.home()
    monkeypatch.setenv("RAILBIRD_STORE", f"postgresql://ann:{SECRET}@host/db")
    assert str(default_store()) == "postgresql+psycopg://ann@host/db"
    served = folder_beside(default_store())
    monkeypatch.delenv("RAILBIRD_STORE")
    own = default_store()
    assert isinstance(own, Path)
    assert (own.name, own.parent) == ("railbird.db", served)
