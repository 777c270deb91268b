"""Why a payment is refused: the codes that x402's facilitators publish, each with a sentence for the payer.

Codes: x402 specification version 2, "Error codes"; ``x402.mechanisms.evm.constants`` of the package 2.25.0; the error
enumeration of CDP's facilitator.
A facilitator's own words never reach a caller or a log line: what is not listed here becomes ``payment_declined``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Reason = str
"""One of ``SENTENCES``."""

DECLINED: Final = "payment_declined"

UNSUPPORTED_SCHEME: Final = "unsupported_scheme"
INVALID_NETWORK: Final = "invalid_network"
INVALID_PAYLOAD: Final = "invalid_payload"
INVALID_REQUIREMENTS: Final = "invalid_payment_requirements"
INVALID_SIGNATURE: Final = "invalid_exact_evm_payload_signature"
RECIPIENT_MISMATCH: Final = "invalid_exact_evm_payload_recipient_mismatch"
VALUE_MISMATCH: Final = "invalid_exact_evm_payload_authorization_value_mismatch"
TOKEN_NAME_MISMATCH: Final = "invalid_exact_evm_token_name_mismatch"  # noqa: S105 - no secret, a published code
TOKEN_VERSION_MISMATCH: Final = "invalid_exact_evm_token_version_mismatch"  # noqa: S105 - likewise
VALID_BEFORE: Final = "invalid_exact_evm_payload_authorization_valid_before"
VALID_AFTER: Final = "invalid_exact_evm_payload_authorization_valid_after"
NONCE_USED: Final = "invalid_exact_evm_nonce_already_used"
AUTHORIZATION_CANCELED: Final = "authorization_canceled"
"""Ours: the payer took the authorization back on the chain."""
PAID_SOMEBODY_ELSE: Final = "invalid_exact_evm_transfer_event_mismatch"
CLOSED: Final = "payment_closed"
"""Ours: an operator found out that a payment of unknown fate moved nothing."""

_BALANCE: Final = "The account does not hold enough of the token. Fund it, and sign the terms again."
_SIGNATURE: Final = (
    "The signature is not the payer's for this authorization on this chain and token. Sign the terms again."
)
_ACCOUNT: Final = "The facilitator does not settle between these accounts. Pay from another account, or with a key."
_LATE: Final = "The authorization is over, or too soon over to be settled. Sign the terms again."

SENTENCES: Final[Mapping[Reason, str]] = {
    UNSUPPORTED_SCHEME: 'Only the scheme "exact" is accepted. Sign the terms again.',
    INVALID_NETWORK: "This is not the network of the terms. Sign the terms again.",
    "network_mismatch": "This is not the network of the terms. Sign the terms again.",
    INVALID_PAYLOAD: (
        "Only an EIP-3009 authorization is accepted, not Permit2 or another method. Sign the terms again."
    ),
    INVALID_REQUIREMENTS: "This is not the token of the terms. Sign the terms again.",
    INVALID_SIGNATURE: _SIGNATURE,
    "invalid_exact_evm_failed_to_verify_signature": _SIGNATURE,
    "invalid_exact_evm_payload_undeployed_smart_wallet": (
        "The account is a smart wallet that is not deployed yet. Deploy it, or pay from another account."
    ),
    RECIPIENT_MISMATCH: "This does not pay the account of the terms. Sign the terms again.",
    VALUE_MISMATCH: "This is not the amount of the terms. Sign the terms again.",
    TOKEN_NAME_MISMATCH: "The EIP-712 name of the token is not the one of the terms. Sign the terms again.",
    TOKEN_VERSION_MISMATCH: "The EIP-712 version of the token is not the one of the terms. Sign the terms again.",
    VALID_BEFORE: _LATE,
    VALID_AFTER: "The authorization is not valid yet. Set validAfter to the past, and sign the terms again.",
    NONCE_USED: "This authorization was used or cancelled before. Sign the terms again, with a new nonce.",
    AUTHORIZATION_CANCELED: "The payer cancelled this authorization. Sign the terms again, with a new nonce.",
    PAID_SOMEBODY_ELSE: "This nonce was used for another payment. Sign the terms again, with a new nonce.",
    CLOSED: "Nothing was taken for this payment, and it is closed. Sign the terms again, with a new nonce.",
    "insufficient_funds": _BALANCE,
    "invalid_exact_evm_insufficient_balance": _BALANCE,
    "invalid_exact_evm_transaction_simulation_failed": (
        "The transfer would fail on the chain. Look at the account's balance, and sign the terms again."
    ),
    "invalid_scheme": 'Only the scheme "exact" is accepted. Sign the terms again.',
    "invalid_exact_evm_payload_authorization_value": "This is not the amount of the terms. Sign the terms again.",
    "invalid_exact_evm_payload_authorization_typed_data_message": _SIGNATURE,
    "invalid_exact_evm_payload_signature_address": _SIGNATURE,
    "invalid_exact_evm_payload_authorization_from_address_kyt": _ACCOUNT,
    "invalid_exact_evm_payload_authorization_to_address_kyt": _ACCOUNT,
    DECLINED: "The facilitator declined this payment. Look at the account, and sign the terms again.",
}


def reason_of(told: object) -> Reason:
    """Give the listed code for what a facilitator told, whatever it told."""
    return told if isinstance(told, str) and told in SENTENCES else DECLINED


def sentence_of(reason: Reason) -> str:
    """Give the sentence that tells a payer what to change."""
    return SENTENCES.get(reason, SENTENCES[DECLINED])
