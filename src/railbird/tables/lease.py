"""Only one server plays the tables of a store: it holds a right that ends with its process."""

from __future__ import annotations

from railbird.errors import StoreError
from railbird.store import Store


class Lease:
    """The right to play the tables of a store.

    ``server`` is a name for the server: the same whenever this store is served, and another for any other store.
    Browsers keep under this name who their player is, since servers may follow one another at one address.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/tables.db") as store:
    ...     lease = Lease(store)
    ...     served = store.is_served()
    ...     lease.give_up()
    ...     served, store.is_served(), Lease(store).server == lease.server
    (True, False, True)
    """

    def __init__(self, store: Store) -> None:
        """Raises StoreError if another server has it."""
        hold = store.hold_tables()
        if hold is None:
            where = f"another railbird serve plays the tables of {store.address}"
            raise StoreError(f"{where}; stop it, or choose another --store")
        self._hold = hold
        self.server = hold.name

    def give_up(self) -> None:
        """Let another server have it."""
        self._hold.release()
