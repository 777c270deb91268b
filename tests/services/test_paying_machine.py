"""No order of events moves money twice, delivers unpaid, or denies what was paid: against a ledger that knows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from screwtape.core.errors import (
    PaymentRefused,
    PaymentReplayed,
    PaymentsUnavailable,
    ScrewtapeError,
    StoreUnavailable,
)
from screwtape.core.payments import Payment, Settlement
from screwtape.core.payments.settlement import NOT_ASKED, UNKNOWN
from screwtape.core.terms import FUNCTION_SECONDS, X402_REPLAYS
from screwtape.ports import FacilitatorFailed
from screwtape.services.paying import Sale
from tests.fakes import Moment
from tests.payment_book import unknown
from tests.payments import CHAIN_LAG, Killed, Shop, a_payment

PAYMENT: Final = a_payment()
POOR: Final = "insufficient_funds"
AT_ONCE: Final = 3
"""How many functions run at the same time, at most."""
GOES: Final = "goes"
HOW: Final = st.sampled_from(
    [GOES] * 8 + ["fails", "fails late", "dies", "dies late", "is declined", "is pending", "is not sent"]
)


class WorkFailed(Exception):
    """The work failed."""


class Run:
    """A function at work, in a thread that stops before each step until it is told how that step goes.

    ``at`` is the step that it stands before; ``result`` is what came of it, or what it raised, once it ``is_over``.
    """

    running = threading.local()

    def __init__(self, shop: Shop, act: Callable[[], object], seconds: float) -> None:
        self.deadline = shop.now + seconds
        self.at = ""
        self.is_over = False
        self.result: object = None
        self._shop = shop
        self._act = act
        self._how = GOES
        self._is_dead = False
        self._turn, self._stopped = threading.Semaphore(0), threading.Semaphore(0)
        threading.Thread(target=self._run, daemon=True).start()
        self._stopped.acquire()

    def step(self, how: str = GOES) -> None:
        """Let it take one step, which goes so."""
        self._how = how
        self._turn.release()
        self._stopped.acquire()

    def _run(self) -> None:
        Run.running.run = self
        try:
            self.result = self._act()
        except (Exception, Killed) as error:  # noqa: BLE001 - the machine looks at it
            self.result = error
        self.is_over = True
        self._stopped.release()

    def hear(self, method: str, moment: Moment) -> None:
        """Stop before a step, and let it go as told."""
        if self._is_dead:
            raise Killed
        if moment == "before":
            self.at = method
            self._stopped.release()
            self._turn.acquire()
        if self._how == ("dies" if moment == "before" else "dies late"):
            self._is_dead = True
            raise Killed
        port, _, _ = method.partition(".")
        if port == "book" and self._how == ("fails" if moment == "before" else "fails late"):
            raise StoreUnavailable("down")
        if moment == "before" and self._how != GOES:
            self._mislead(method)

    def _mislead(self, method: str) -> None:
        """Let others than the book go wrong."""
        shop, failed = self._shop, self._how.startswith("fails")
        match method:
            case "work" if failed:
                raise WorkFailed
            case "chain.fate_of" if failed:
                shop.chain.failures = 1
            case "facilitator.verify":
                shop.facilitator.verdicts = [FacilitatorFailed("down") if failed else POOR]
            case "facilitator.settle":
                shop.facilitator.settlements = [self._settlements[self._how]] if self._how in self._settlements else []

    @property
    def _settlements(self) -> dict[str, Settlement | Callable[[Payment], Settlement]]:
        return {
            "fails": UNKNOWN,
            "fails late": self._shop.facilitator.unheard,
            "is declined": Settlement("declined", reason=POOR),  # for what is left after the money moved, perhaps
            "is pending": self._pending,
            "is not sent": NOT_ASKED,
        }

    def _pending(self, payment: Payment) -> Settlement:
        self._shop.facilitator.honestly(payment)
        return Settlement("pending")


def tell_who_runs(method: str, moment: Moment) -> None:
    """Give the step to the function that takes it."""
    Run.running.run.hear(method, moment)


class Market(RuleBasedStateMachine):
    """One payment, sent again and again to functions that take turns, fail, and die at any step."""

    @initialize(has_chain=st.booleans(), is_forgetful=st.booleans())
    def open(self, *, has_chain: bool, is_forgetful: bool) -> None:
        """Open the shop."""
        self.shop = Shop(has_chain=has_chain)
        self.shop.facilitator.is_forgetful = is_forgetful
        self.shop.hook = tell_who_runs
        self.can_find_out = has_chain or not is_forgetful
        self.runs: list[Run] = []
        self.sales: dict[Run, tuple[Sale, bool]] = {}
        self.answers = self.unrecorded = 0

    @property
    def has_moved(self) -> bool:
        """Whether the chain has moved the money."""
        return PAYMENT.id in self.shop.ledger.moved

    # What happens ---------------------------------------------------------------------------------------------------

    @precondition(lambda self: len(self.runs) < AT_ONCE)
    @rule(request_=st.sampled_from(["request", "request", "request", "other"]))
    def send(self, request_: str) -> None:
        """Send the payment."""
        sale = self.shop.sale(request_)
        run = Run(self.shop, lambda: sale.deliver(self.shop.work), FUNCTION_SECONDS)
        self.sales[run] = sale, self.has_moved
        self.runs.append(run)

    @precondition(lambda self: len(self.runs) < AT_ONCE)
    @rule()
    def reconcile(self) -> None:
        """Begin to look after what is unknown."""
        now = int(self.shop.now)
        run = Run(self.shop, lambda: self.shop.reconciling.run(now, lambda: 60.0, lambda _: None), 60)
        self.runs.append(run)

    @precondition(lambda self: self.runs)
    @rule(which=st.integers(0, AT_ONCE - 1), how=HOW)
    def take_a_step(self, which: int, how: str) -> None:
        """Let one function go on."""
        self.go_on(self.runs[which % len(self.runs)], how)

    @precondition(lambda self: self.runs)
    @rule(which=st.integers(0, AT_ONCE - 1))
    def run_to_its_end(self, which: int) -> None:
        """Let one function go on, undisturbed."""
        run = self.runs[which % len(self.runs)]
        while not run.is_over:
            self.go_on(run)

    @rule(seconds=st.sampled_from([1, 4, 12, 30, 40, 150, 400]))
    def let_time_pass(self, seconds: int) -> None:
        """Functions die at their deadline."""
        self.shop.now += seconds
        for run in [run for run in self.runs if run.deadline <= self.shop.now]:
            self.go_on(run, "dies")

    @rule()
    def cancel(self) -> None:
        """Take the authorization back, where the money has not moved."""
        if not self.has_moved:
            self.shop.ledger.cancelled.add(PAYMENT.id)

    # What must hold -------------------------------------------------------------------------------------------------

    def go_on(self, run: Run, how: str = GOES) -> None:
        """Let a function take a step, and look at what it is about to do, and at what came of it."""
        if run.at == "facilitator.settle" and not how.startswith("dies"):
            self.look_at_the_question(run)
        run.step(how)
        if run.is_over:
            self.runs.remove(run)
            self.hear(run)

    def look_at_the_question(self, run: Run) -> None:
        """Nobody is asked to move money but for a payment that is marked, by the attempt that holds it."""
        assert self.shop.state() == "settling"
        if run in self.sales:
            assert self.shop.held().attempt == self.sales[run][0]._attempt
        else:
            assert self.shop.now > PAYMENT.authorization.valid_before

    def hear(self, run: Run) -> None:
        """Hold what a caller hears against the ledger."""
        if run not in self.sales:
            assert isinstance(run.result, bool | StoreUnavailable | Killed)
            return
        sale, had_moved = self.sales[run]
        self.unrecorded += sale.event == "settlement_unrecorded"
        match run.result:
            case ("answer", receipt):
                assert self.has_moved
                assert receipt == self.receipt
                self.answers += 1
            case PaymentRefused():
                assert not self.has_moved
            case PaymentsUnavailable():
                assert not had_moved
            case PaymentReplayed():
                assert self.has_moved
            case other:
                assert isinstance(other, ScrewtapeError | WorkFailed | Killed)

    @property
    def receipt(self) -> Any:
        """The one receipt that there can be."""
        return Shop().sale().deliver(str)[1]

    @invariant()
    def what_was_paid_is_remembered(self) -> None:
        """Once the money has moved the payment is never free, and never refused."""
        assert not self.has_moved or self.shop.state() in {"settling", "settled"}

    @invariant()
    def what_is_settled_was_paid(self) -> None:
        """Hold a settled payment against the ledger."""
        assert self.has_moved or self.shop.state() != "settled"

    @invariant()
    def answers_are_counted(self) -> None:
        """Answer once, a few times again, and as often as the book did not hear of an answer."""
        assert self.answers <= 1 + X402_REPLAYS + self.unrecorded

    def teardown(self) -> None:
        """When everything has died, and time has passed, whoever looks after the payment finds it out."""
        for run in list(self.runs):
            self.go_on(run, "dies")
        self.shop.hook = lambda _method, _moment: None
        self.shop.facilitator.settlements, self.shop.facilitator.verdicts, self.shop.chain.failures = [], [], 0
        self.shop.now = max(self.shop.now, PAYMENT.authorization.valid_before) + CHAIN_LAG + 1
        self.shop.reconcile()
        if self.shop.paying.chain or (self.has_moved and self.can_find_out):
            assert unknown(self.shop.book) == []
        self.what_was_paid_is_remembered()
        self.what_is_settled_was_paid()


TestMarket = Market.TestCase
TestMarket.settings = settings(
    max_examples=150, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
