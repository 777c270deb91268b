"""What a facilitator's answer proves: success and failure only where they are certain, and doubt everywhere else."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.payments import Settlement, reason_of, sentence_of, settlement_of
from screwtape.core.payments.reasons import SENTENCES

OURS: Final = "eip155:8453"
HASH: Final = "0x" + "4c" * 32
UNKNOWN: Final = Settlement("unknown")
DOUBTFUL: Final = {
    "authorization_canceled",
    "invalid_exact_evm_nonce_already_used",
    "invalid_exact_evm_transfer_event_mismatch",
    "payment_declined",
}
"""What can be true of a payment that was settled: its nonce is used, its transaction is there."""

JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(sorted(SENTENCES)),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=6,
)
NEARLY: Final = st.sampled_from([OURS, HASH, "", "settlement_pending", HASH[2:], HASH + "0", "eip155:84532"])


def told(**answer: Any) -> Settlement:
    """Read an answer; what it does not name is as in a success."""
    whole: dict[str, Any] = {"success": True, "reason": None, "transaction": HASH, "network": OURS}
    return settlement_of(**whole | answer, ours=OURS)


def failed(reason: object, **answer: Any) -> Settlement:
    """Read an answer that tells of a failure."""
    return told(**{"success": False, "reason": reason, "transaction": "", **answer})


def test_a_transaction_on_our_network_settles() -> None:
    """Its hash is kept in lower case."""
    assert told() == Settlement("settled", HASH)
    assert told(transaction="0x" + "4C" * 32) == Settlement("settled", HASH)
    assert told(reason="insufficient_funds") == Settlement("settled", HASH)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"network": "eip155:84532"}, id="another network"),
        pytest.param({"network": "base"}, id="the network's name in version 1"),
        pytest.param({"network": None}, id="no network"),
        pytest.param({"network": [OURS]}, id="a list of networks"),
        pytest.param({"transaction": None}, id="no transaction"),
        pytest.param({"transaction": ""}, id="an empty transaction"),
        pytest.param({"transaction": "0x"}, id="an empty hash"),
        pytest.param({"transaction": HASH[:-1]}, id="a digit too few"),
        pytest.param({"transaction": HASH + "0"}, id="a digit too many"),
        pytest.param({"transaction": HASH + "\n"}, id="a line"),
        pytest.param({"transaction": HASH[2:]}, id="without 0x"),
        pytest.param({"transaction": "0X" + HASH[2:]}, id="with 0X"),
        pytest.param({"transaction": "0x" + "4g" * 32}, id="no digits"),
        pytest.param({"transaction": "0x" + "٤" * 64}, id="digits of another script"),
        pytest.param({"transaction": int(HASH, 16)}, id="a number"),
        pytest.param({"transaction": [HASH]}, id="a list"),
        pytest.param({"transaction": {"hash": HASH}}, id="an object"),
    ],
)
def test_a_success_that_proves_nothing_is_doubt(answer: dict[str, Any]) -> None:
    """Without a well-formed hash on our network nobody could look it up; it is no failure either."""
    assert told(**answer) == UNKNOWN


@pytest.mark.parametrize("success", [None, "true", "false", "", 1, 0, 1.0, [], [True], {}, {"success": True}], ids=repr)
def test_only_true_and_false_are_answers(success: object) -> None:
    """What merely counts as true or false in some language is doubt."""
    assert told(success=success) == UNKNOWN
    assert failed("insufficient_funds", success=success) == UNKNOWN


@pytest.mark.parametrize("reason", sorted(SENTENCES.keys() - DOUBTFUL))
def test_a_reason_from_before_the_chain_declines(reason: str) -> None:
    """The payer hears that reason."""
    assert failed(reason) == Settlement("declined", reason=reason)
    assert failed(reason, transaction=None, network=None) == Settlement("declined", reason=reason)


@pytest.mark.parametrize("reason", sorted(DOUBTFUL))
def test_a_reason_that_a_settled_payment_also_has_is_doubt(reason: str) -> None:
    """A payer who hears of a failure pays again, so a used nonce is no proof of one."""
    assert reason in SENTENCES
    assert failed(reason) == UNKNOWN


@pytest.mark.parametrize(
    "reason",
    [
        pytest.param(None, id="none"),
        pytest.param("", id="empty"),
        pytest.param("invalid_transaction_state", id="published, about the transaction"),
        pytest.param("unexpected_settle_error", id="published, unexpected"),
        pytest.param("transaction_failed", id="about the transaction"),
        pytest.param("Insufficient_Funds", id="another case"),
        pytest.param(" insufficient_funds", id="a blank before"),
        pytest.param("insufficient_funds\n", id="a line after"),
        pytest.param(7, id="a number"),
        pytest.param(True, id="true"),
        pytest.param(["insufficient_funds"], id="a list"),
        pytest.param({"code": "insufficient_funds"}, id="an object"),
    ],
)
def test_a_reason_that_nobody_knows_is_doubt(reason: object) -> None:
    """Whatever stands in its place."""
    assert failed(reason) == UNKNOWN


@pytest.mark.parametrize("reason", ["insufficient_funds", "invalid_exact_evm_payload_signature"])
@pytest.mark.parametrize("transaction", [HASH, "0x", "pending", ["x"], {"hash": HASH}, 1], ids=repr)
def test_a_failure_that_names_a_transaction_is_doubt(reason: str, transaction: object) -> None:
    """Something was sent to the chain then, whatever the reason says."""
    assert failed(reason, transaction=transaction) == UNKNOWN


@pytest.mark.parametrize("transaction", ["", HASH], ids=["no hash yet", "a hash"])
def test_a_transfer_on_its_way_is_pending(transaction: str) -> None:
    """The facilitator has sent it and waits for the chain: neither paid nor declined."""
    assert failed("settlement_pending", transaction=transaction) == Settlement("pending")


@given(success=st.booleans() | JSON, reason=NEARLY | JSON, transaction=NEARLY | JSON, network=NEARLY | JSON)
def test_whatever_a_facilitator_answers_is_read(success: Any, reason: Any, transaction: Any, network: Any) -> None:
    """No answer is an error of ours; settled is only a success, declined only a certain failure."""
    read = settlement_of(success=success, reason=reason, transaction=transaction, network=network, ours=OURS)
    if read.outcome == "settled":
        assert success is True and network == OURS and read.transaction == transaction == HASH
    elif read.outcome == "declined":
        assert success is False and read.reason == reason and not transaction and reason not in DOUBTFUL
    else:
        assert read in (UNKNOWN, Settlement("pending"))
        assert (read.outcome == "pending") == (success is False and reason == "settlement_pending")


# Reasons ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", sorted(SENTENCES))
def test_every_reason_has_sentences_for_the_payer(reason: str) -> None:
    """They begin with a capital, end with a full stop and do not repeat the code."""
    sentence = sentence_of(reason)
    assert sentence[0].isupper() and sentence.endswith(".") and not sentence.endswith("..")
    assert "_" not in sentence
    assert reason_of(reason) == reason


@pytest.mark.parametrize(
    "foreign",
    [None, "", "no_such_reason", "settlement_pending", "INSUFFICIENT_FUNDS", 1, True, [], ["insufficient_funds"], {}],
    ids=repr,
)
def test_a_foreign_word_never_reaches_anybody(foreign: object) -> None:
    """What is not listed becomes "payment_declined"."""
    assert reason_of(foreign) == "payment_declined"


@given(JSON)
def test_what_is_told_as_a_reason_is_a_listed_one(foreign: Any) -> None:
    """Whatever a facilitator put in its place."""
    assert reason_of(foreign) in SENTENCES


def test_a_code_without_a_sentence_gets_the_general_one() -> None:
    """A record written by an older version may hold a code that is listed no longer."""
    assert sentence_of("long_forgotten") == SENTENCES["payment_declined"]
