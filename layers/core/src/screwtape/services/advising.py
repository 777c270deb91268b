"""Asking a model for its opinion: whether it may be asked, for how long, and what to say where none came.

An operator pays for every call to the model, so it is counted before it is made; where counting fails, none is made.
Nothing here raises: whatever becomes of the model, the rules' result is delivered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from screwtape.core.errors import StoreUnavailable
from screwtape.core.metering import day_of
from screwtape.core.opinion import FAILED, NOT_FOR_FREE, SPENT, UNUSABLE, Question, UnusableReply
from screwtape.core.terms import MODEL_SECONDS_KEPT, MODEL_SECONDS_KEPT_OF_PAYMENT, MODEL_SECONDS_OF_PAYMENT
from screwtape.ports import Chance, Model, ModelFailed, ModelReply, ModelUnusable, ModelUsage, Store

Read = TypeVar("Read")

_NONCE_BYTES: Final = 16


def _tell_nobody(_name: str, _value: str | int) -> None:
    """Leave the log as it is."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What about a call decides whether and how long a model may be asked.

    ``now`` is in epoch seconds; ``seconds_left`` gives what is left of the function's time. ``is_free`` is a call on a
    free unit, ``is_paid_singly`` one that x402 pays for. ``tell`` puts a name and a value into the call's log line.
    """

    now: int
    seconds_left: Callable[[], float]
    is_free: bool = False
    is_paid_singly: bool = False
    tell: Callable[[str, str | int], None] = _tell_nobody


@dataclass(frozen=True, slots=True)
class Allowed:
    """What an operator lets the model cost: ``seconds`` a call, ``calls_per_day`` in all (None: no bound)."""

    seconds: float
    calls_per_day: int | None = None
    for_free_calls: bool = True


@dataclass(frozen=True, slots=True)
class Advice(Generic[Read]):
    """An opinion, or None and the published reason why there is none; and what the endpoint counted, if it did."""

    opinion: Read | None
    reason: str = ""
    usage: ModelUsage | None = None


@dataclass(frozen=True, slots=True)
class Adviser:
    """A model that may be asked for its opinion, within what the operator allows."""

    model: Model
    store: Store
    chance: Chance
    allowed: Allowed

    def advise(
        self, question: Callable[[str], Question], read: Callable[[str], Read], met: Circumstances
    ) -> Advice[Read]:
        """Ask the ``question`` that is made around a nonce, and ``read`` its answer."""
        refusal = self._refusal(met)
        if refusal is not None:
            return Advice(None, refusal)
        try:
            reply = self._ask(question, met)
        except ModelFailed as error:
            met.tell("model_requests", error.requests)
            met.tell("model_fault", error.why)
            return Advice(None, UNUSABLE if isinstance(error, ModelUnusable) else FAILED)
        met.tell("model_requests", reply.requests)
        try:
            return Advice(read(reply.text), usage=reply.usage)
        except UnusableReply as error:
            met.tell("model_fault", error.why)
            return Advice(None, UNUSABLE, reply.usage)

    def _refusal(self, met: Circumstances) -> str | None:
        """Say why the model must not be asked; None once the call is counted."""
        if met.is_free and not self.allowed.for_free_calls:
            return NOT_FOR_FREE
        if self.allowed.calls_per_day is None:
            return None
        try:
            taken = self.store.take_model_call(day_of(met.now), self.allowed.calls_per_day)
        except StoreUnavailable:
            met.tell("model_fault", "the count cannot be kept")
            return FAILED
        return None if taken else SPENT

    def _ask(self, question: Callable[[str], Question], met: Circumstances) -> ModelReply:
        kept = MODEL_SECONDS_KEPT_OF_PAYMENT if met.is_paid_singly else MODEL_SECONDS_KEPT
        seconds = min(self.allowed.seconds, met.seconds_left() - kept)
        if met.is_paid_singly:
            seconds = min(seconds, MODEL_SECONDS_OF_PAYMENT)
        if seconds <= 0:
            raise ModelFailed("no time left", requests=0)
        return self.model.ask(question(self.chance.take(_NONCE_BYTES).hex()), seconds)
