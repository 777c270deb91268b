"""A call that is paid for: charged before the work, given back when the work was not delivered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import ScrewtapeError, StoreUnavailable
from screwtape.core.metering import Charge, Claim, Day, day_of
from screwtape.ports import Store

if TYPE_CHECKING:
    from types import TracebackType

Outcome = Literal["none", "free", "credit", "replay", "unknown", "refunded", "refund_refused", "refund_failed"]
"""What a call cost in the end.

``none``            nothing was taken
``free`` ``credit`` delivered for one unit
``replay``          delivered on the unit of an earlier call with the same Idempotency-Key
``unknown``         a unit may be gone
``refunded``        not delivered, and this call keeps no unit
``refund_refused``  not delivered and charged: the key had its refunds of the day
``refund_failed``   not delivered, and the unit may or may not be back
"""

Event = Literal["charge_unknown", "refund_refused", "refund_failed", "completion_failed"]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Something for the books, never for the caller: enough to find the row and the unit by hand.

    ``completion_failed`` means delivered and charged, but its Idempotency-Key counts as running until its lease ends;
    the other events are outcomes. ``key_id`` is None when the store did not tell it. ``day`` is the day of the unit.
    ``delivered`` tells whether the caller has got what it may have paid for.
    """

    event: Event
    key: KeyDigest
    key_id: str | None
    day: Day
    delivered: bool


class Metering:
    """Charges keys of ``store``, each with ``free_per_day`` free calls a UTC day."""

    def __init__(self, store: Store, free_per_day: int) -> None:
        self._store = store
        self.free_per_day = free_per_day

    def charged(self, key: KeyDigest, now: int, claim: Claim | None = None) -> Bill:
        """Open the bill of one call; ``now`` is in epoch seconds, ``claim`` comes with an Idempotency-Key."""
        return Bill(self._store, self.free_per_day, key, now, claim)


class Bill:
    """One unit around a block of work: whatever the block raises gives the unit back, then goes on to the caller.

    Entering it gives the Charge and raises what ``Store.charge`` and ``Store.charge_once`` raise. Afterwards,
    whichever way it ended, ``outcome`` and ``unsettled`` tell what became of the unit.
    """

    def __init__(self, store: Store, free_per_day: int, key: KeyDigest, now: int, claim: Claim | None) -> None:
        self._store = store
        self._free_per_day = free_per_day
        self._key = key
        self._now = now
        self._claim = claim
        self._charge: Charge | None = None
        self.outcome: Outcome = "none"
        self.unsettled: Unsettled | None = None

    @property
    def key_id(self) -> str | None:
        """The id of the key, once the store has told it."""
        return None if self._charge is None else self._charge.key_id

    def __enter__(self) -> Charge:
        """Charge the unit."""
        try:
            self._charge = self._take()
        except StoreUnavailable as error:
            if error.charge_unknown:
                self._doubt(delivered=False)
            raise
        except ScrewtapeError:
            raise  # a refusal, which took nothing
        except BaseException:
            self._doubt(delivered=False)
            raise
        return self._charge

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Settle: note the delivery, or give the unit back."""
        charge = self._charge
        if charge is None:
            return
        if charge.unit == "in doubt":
            # A unit that may never have been taken is not given back: the key could gain one.
            self._doubt(delivered=kind is None)
        elif kind is None:
            self._complete(charge)
        elif charge.counted:
            self._give_back(charge)

    def _take(self) -> Charge:
        if self._claim is None:
            return self._store.charge(self._key, self._now, self._free_per_day)
        return self._store.charge_once(self._key, self._now, self._free_per_day, self._claim)

    def _complete(self, charge: Charge) -> None:
        if charge.counted:
            self.outcome = "free" if charge.was_free else "credit"
        else:
            self.outcome = "replay"
        try:
            self._store.complete(charge)
        except Exception:  # noqa: BLE001 - nothing that goes wrong here may cost the caller the finished answer
            self._note("completion_failed", delivered=True)

    def _give_back(self, charge: Charge) -> None:
        self.outcome = "refund_failed"
        try:
            self.outcome = "refunded" if self._store.refund(charge) else "refund_refused"
        except Exception:  # noqa: BLE001 - the caller is to hear why its call failed, not why the refund did
            self._note("refund_failed", delivered=False)
        if self.outcome == "refund_refused":
            self._note("refund_refused", delivered=False)

    def _doubt(self, *, delivered: bool) -> None:
        self.outcome = "unknown"
        self._note("charge_unknown", delivered=delivered)

    def _note(self, event: Event, *, delivered: bool) -> None:
        day = day_of(self._now) if self._charge is None else self._charge.day
        self.unsettled = Unsettled(event, self._key, self.key_id, day, delivered)
