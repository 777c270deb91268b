"""What we promise, in numbers: prices, limits and durations. Every page, message and schema takes them from here."""

from typing import Final

# Quota and keys
FREE_CALLS_PER_DAY: Final = 100
"""Free calls of a key in a UTC day, unless the operator sets another number."""
KEYS_PER_EMAIL: Final = 3
KEY_IDLE_DAYS: Final = 90
"""A key that was not used for so many days no longer counts against its e-mail address."""
SIGNUPS_PER_HOUR: Final = 10
"""Keys made from one source address in an hour, unless the operator sets another number."""
SIGNUP_ATTEMPTS_PER_KEY: Final = 10
"""Sign-ups tried in an hour, the refused ones too, for each key that may be made in it."""
REFUNDS_PER_DAY: Final = 100
"""Units given back to a key in a day after our own faults, so that provoking faults earns nothing."""
IDEMPOTENCY_HOURS: Final = 24
IDEMPOTENCY_KEY_CHARS: Final = 255

# Requests
BODY_BYTES: Final = 256 * 1024
JSON_DEPTH: Final = 32
TASK_CHARS: Final = 8_000
OUTPUT_CHARS: Final = 100_000
EVIDENCE_ITEMS: Final = 64
EVIDENCE_CHARS: Final = 20_000
CRITERIA_ITEMS: Final = 32
CRITERION_CHARS: Final = 1_000
ANSWERS_MIN: Final = 2
ANSWERS_MAX: Final = 16
ANSWER_CHARS: Final = 32_000
AGENT_ID_CHARS: Final = 128
KEY_NAME_CHARS: Final = 100

# x402, scheme "exact" (payments in USDC, six decimals)
X402_NETWORK: Final = "eip155:8453"
X402_AMOUNT_MICRO_USDC: Final = 5_000
X402_ASSET: Final = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
X402_TIMEOUT_SECONDS: Final = 120
X402_HEADER_BYTES: Final = 8 * 1024

HOUR_SECONDS: Final = 3_600
DAY_SECONDS: Final = 86_400
