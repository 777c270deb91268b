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
X402_VALID_SECONDS: Final = 30
"""How much longer a payment must be valid when it arrives: it is settled after the work."""
X402_CLOCK_SECONDS: Final = 6
"""How far a payer's clock may be ahead of ours."""
X402_VERIFY_SECONDS: Final = 5
X402_SECONDS_KEPT: Final = 15
"""What is kept of a function's time for settling: ten seconds for the facilitator, and what it takes to note that it
is asked and how it ended. Without it the work is not settled, and not delivered."""
X402_SECONDS_AFTER: Final = 4
"""What settling leaves of a function's time for noting how it ended."""
X402_MARK_SECONDS: Final = 4
"""What noting that the facilitator is about to be asked may take: more would be taken from settling."""
X402_CHAIN_SECONDS: Final = 3
"""What asking the chain may take within a call."""
X402_LEASE_SECONDS: Final = 5
"""How long after its function's deadline an attempt still counts as running."""
X402_REPLAYS: Final = 3
X402_REPLAY_SECONDS: Final = 600
"""How often, and for how long, a settled payment answers the same request again."""

# The model engine
MODEL_BASE_URL: Final = "https://openrouter.ai/api/v1"
MODEL_NAME: Final = "openai/gpt-oss-120b"
MODEL_FALLBACK_NAME: Final = "qwen/qwen3.8-27b"
"""Asked once where the first model is unknown (404) or broken (500 and more)."""
FUNCTION_SECONDS: Final = 29
"""What a function may take for a call; the gateway gives up after 30."""
MODEL_SECONDS: Final = 20
"""What a call may spend on the model in all, unless the operator sets another number."""
MODEL_SECONDS_OF_PAYMENT: Final = 8
"""What a call that is paid for by x402 may spend on it: settling the payment comes after, and needs its time."""
MODEL_SECONDS_KEPT: Final = 6
"""What is kept of a function's time for everything after the model."""
MODEL_SECONDS_KEPT_OF_PAYMENT: Final = X402_SECONDS_KEPT + 2
"""The same where x402 pays, which is settled after the model."""
MODEL_REPLY_BYTES: Final = 64 * 1024
MODEL_REASONS: Final = 20
MODEL_REASON_CHARS: Final = 1_000
MODEL_QUOTES: Final = 64
MODEL_QUOTE_CHARS: Final = 2_000

HOUR_SECONDS: Final = 3_600
DAY_SECONDS: Final = 86_400
