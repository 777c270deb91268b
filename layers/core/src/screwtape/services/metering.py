"""A call that is paid for: charged before the work, given back when the work was not delivered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import StoreUnavailable
from screwtape.core.metering import Charge, Claim
from screwtape.ports import Store


class Metering:
    """Charges keys of ``store``, each with ``free_per_day`` free calls a UTC day.

    What could not be settled is told to ``on_unsettled`` by a short name, for the books and never for the caller:
    ``charge_unknown`` (a unit may be gone, nothing was delivered), ``refund_refused`` (the key had its refunds of the
    day), ``refund_failed`` (the unit may or may not be back) and ``completion_failed`` (delivered and charged; the
    Idempotency-Key counts as running until its lease ends, and then as taken over).
    """

    def __init__(self, store: Store, free_per_day: int, on_unsettled: Callable[[str], None]) -> None:
        self._store = store
        self.free_per_day = free_per_day
        self._on_unsettled = on_unsettled

    @contextmanager
    def charged(self, key: KeyDigest, now: int, claim: Claim | None = None) -> Iterator[Charge]:
        """Charge one unit around the work: whatever the work raises gives the unit back, then goes on to the caller.

        ``now`` is in epoch seconds; ``claim`` comes with an Idempotency-Key. Raises what ``Store.charge`` and
        ``Store.charge_once`` raise.
        """
        charge = self._charge(key, now, claim)
        try:
            yield charge
        except BaseException:
            self._give_back(charge)
            raise
        self._complete(charge)

    def _charge(self, key: KeyDigest, now: int, claim: Claim | None) -> Charge:
        try:
            if claim is None:
                return self._store.charge(key, now, self.free_per_day)
            return self._store.charge_once(key, now, self.free_per_day, claim)
        except StoreUnavailable as error:
            if error.charge_unknown:
                self._on_unsettled("charge_unknown")
            raise

    def _give_back(self, charge: Charge) -> None:
        try:
            if not self._store.refund(charge):
                self._on_unsettled("refund_refused")
        except StoreUnavailable:
            self._on_unsettled("refund_failed")

    def _complete(self, charge: Charge) -> None:
        try:
            self._store.complete(charge)
        except StoreUnavailable:
            self._on_unsettled("completion_failed")
