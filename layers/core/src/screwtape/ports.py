"""What the services need from outside, by role. Adapters fill them in; ``screwtape.wiring`` chooses which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from screwtape.core.credentials import KeyDigest
from screwtape.core.metering import Allowance, Charge, Claim, Day
from screwtape.core.opinion import Question
from screwtape.core.payments import Payment, PaymentId, PaymentRecord, Reason, Settlement
from screwtape.core.terms import SIGNUP_ATTEMPTS_PER_KEY


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key to be stored: never the secret, never the address.

    ``created_at`` is in epoch seconds; ``email`` is the keyed digest of the normalised address.
    """

    digest: KeyDigest
    id: str
    name: str
    email: str
    created_at: int
    allowance: Allowance


@dataclass(frozen=True, slots=True)
class StoredKey:
    """An active key as its owner may see it."""

    digest: KeyDigest
    id: str
    name: str
    created_at: int
    allowance: Allowance


@dataclass(frozen=True, slots=True)
class SignupLimit:
    """How many keys one source may make in one hour: ``source`` is a keyed digest, ``hour`` counts from the epoch."""

    source: str
    hour: int
    per_hour: int

    @property
    def attempts_per_hour(self) -> int:
        """How often the source may try: refused sign-ups cost the store something too."""
        return self.per_hour * SIGNUP_ATTEMPTS_PER_KEY


class Chance(Protocol):
    """A source of unpredictable bytes."""

    def take(self, count: int) -> bytes:
        """Give ``count`` random bytes."""
        ...


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What an answer cost, as the endpoint counts it: ``model`` as it names it, tokens, and milliseconds of waiting."""

    model: str
    prompt_tokens: int
    completion_tokens: int
    latency_ms: int


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a model answered, unread, and after how many requests. ``usage`` is there when the endpoint gives it."""

    text: str
    requests: int = 1
    usage: ModelUsage | None = None


class ModelFailed(Exception):
    """No answer came. ``why`` is a word or two for the log, such as "status 503", and never holds what was sent."""

    def __init__(self, why: str, requests: int = 1) -> None:
        super().__init__(why)
        self.why = why
        self.requests = requests


class ModelUnusable(ModelFailed):
    """Something came that is no answer: too long, no text, not what the endpoint promises."""


class Model(Protocol):
    """A language model, and another one to turn to once where the first is unknown or broken."""

    def ask(self, question: Question, seconds: float) -> ModelReply:
        """Ask, in at most two requests and ``seconds`` in all. Raises ModelFailed, and nothing else."""
        ...


class Store(Protocol):
    """Keys and their allowances. Every method raises StoreUnavailable when the store does not answer.

    Every change but ``delete_key`` is one atomic step that happens or does not; a deletion takes several and can be
    repeated from wherever it was cut short. A use of the store that takes too long in all ends as StoreUnavailable.
    """

    def add_key(self, key: NewKey, limit: SignupLimit) -> None:
        """Store a new key, its slot of the address and its place in the hour, or nothing at all.

        Raises SignupRateReached, which is looked at first, or EmailCapReached. Either way the attempt counts.
        """
        ...

    def read_key(self, key: KeyDigest) -> StoredKey:
        """Read an active key as of now. Raises UnknownKey."""
        ...

    def delete_key(self, key: KeyDigest) -> None:
        """Delete a key and everything in its name; resumes a deletion that was cut short. Raises UnknownKey.

        From its first step on, the key opens nothing else.
        """
        ...

    def charge(self, key: KeyDigest, now: int, free_per_day: int) -> Charge:
        """Authenticate, meter and spend one unit in one conditional write. Raises UnknownKey or QuotaSpent.

        ``now`` is in epoch seconds. A StoreUnavailable whose ``charge_unknown`` is set may have taken the unit.
        """
        ...

    def charge_once(self, key: KeyDigest, now: int, free_per_day: int, claim: Claim) -> Charge:
        """Charge under an Idempotency-Key: the first call takes a unit, a repeated one takes none.

        An attempt whose lease ran out is taken over together with the unit it took.
        Raises UnknownKey, QuotaSpent, IdempotencyKeyInProgress or IdempotencyKeyReused.
        """
        ...

    def complete(self, charge: Charge) -> None:
        """Note that the call which holds an Idempotency-Key was delivered; does nothing for other charges."""
        ...

    def refund(self, charge: Charge) -> bool:
        """Give the unit of an undelivered call back and free the Idempotency-Key it holds, in one step.

        False when the unit stays taken: the key had its refunds of the day. An expired free call, a deleted key and
        a call taken over by another attempt have nothing to give back. Not to be repeated after StoreUnavailable:
        the unit may have been given back already.
        """
        ...

    def take_model_call(self, day: Day, most: int) -> bool:
        """Count one call to the model on a day; False, and not counted, when ``most`` were made on it already.

        After StoreUnavailable the call may have been counted.
        """
        ...


class PaymentBook(Protocol):
    """What is remembered of payments. Every method raises StoreUnavailable when the store does not answer.

    Each change is one atomic step, made by the ``attempt`` that holds the payment and by nobody else. The methods that
    give a truth value tell whether the attempt still held it.
    """

    def within(self, seconds: float) -> PaymentBook:
        """Give this book for uses that must end in so many seconds; those that might not raise StoreUnavailable."""
        ...

    def find(self, payment: PaymentId) -> PaymentRecord | None:
        """Give a payment's record as of now."""
        ...

    def reserve(self, record: PaymentRecord, now: int) -> PaymentRecord:
        """Write a new record where the payment is free, and give the record that stands: that one or another's."""
        ...

    def release(self, record: PaymentRecord) -> None:
        """Forget a reserved payment whose work failed."""
        ...

    def begin_settling(self, record: PaymentRecord) -> bool:
        """Note that the facilitator is about to be asked: from here on the payment is never free again.

        After StoreUnavailable the note may be there.
        """
        ...

    def abandon(self, record: PaymentRecord) -> None:
        """Forget a payment that the facilitator has certainly not heard of."""
        ...

    def take_over(self, record: PaymentRecord, attempt: str, lease_until: int) -> PaymentRecord | None:
        """Give the record to another ``attempt`` if nothing about it changed; None when something did."""
        ...

    def let_go(self, record: PaymentRecord) -> None:
        """End the lease on a payment whose fate is unknown, so that the next request can find it out."""
        ...

    def settle(self, record: PaymentRecord, transaction: str, answers_left: int, answers_until: int) -> bool:
        """Close a payment as paid. It may answer its request so many more times, until so many epoch seconds."""
        ...

    def refuse(self, record: PaymentRecord, reason: Reason) -> bool:
        """Close a payment as certainly not paid."""
        ...

    def take_answer(self, record: PaymentRecord, now: int) -> bool:
        """Count one more answer of a settled payment; False, and not counted, when it has none left.

        After StoreUnavailable the answer may have been counted.
        """
        ...

    def give_answer_back(self, record: PaymentRecord) -> None:
        """Count an answer back that was not delivered. Not to be repeated."""
        ...

    def unknown_payments(self) -> list[PaymentId]:
        """Name every payment that is being settled or whose fate is unknown."""
        ...

    def note_told(self, record: PaymentRecord, day: Day) -> bool:
        """Note that a person was told on that day that a payment's fate is unknown; False if it was noted before."""
        ...


class FacilitatorFailed(Exception):
    """A facilitator did not verify. ``why`` is a word or two for the log and never holds what was sent."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Facilitator(Protocol):
    """Who verifies payments and settles them on the chain."""

    def verify(self, payment: Payment, seconds: float) -> Reason | None:
        """Give the reason why a payment is not valid, None when it is. Raises FacilitatorFailed, and nothing else."""
        ...

    def settle(self, payment: Payment, seconds: float) -> Settlement:
        """Settle, within ``seconds``, and tell what is known afterwards. Raises nothing."""
        ...


class ChainFailed(Exception):
    """The chain could not be asked, or its answers prove nothing. ``why`` is a word or two for the log."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Paid:
    """The chain moved the money to us, by this transaction."""

    transaction: str


@dataclass(frozen=True, slots=True)
class Void:
    """The chain did not move the money to us and never will."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Open:
    """The chain has not moved the money, and still may."""


Fate = Paid | Void | Open


class Chain(Protocol):
    """The chain itself, which has the last word on a payment."""

    def fate_of(self, payment: Payment, since: int, seconds: float) -> Fate:
        """Tell what became of a payment that first came at ``since`` (epoch seconds). Raises ChainFailed."""
        ...
