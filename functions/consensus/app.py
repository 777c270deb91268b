"""POST /v1/consensus: several agents' answers in, how far they agree and whether to trust it out."""

from screwtape import wiring
from screwtape.api.admission import Call
from screwtape.api.models import Assessment, ConsensusRequest, ConsensusResponse, Retention

api = wiring.api("consensus", metered=True)
judging = wiring.judging()


@api.operation("consensus")
def consensus(call: Call[ConsensusRequest]) -> ConsensusResponse:
    """Find what the answers agree on; nothing of them is kept."""
    asked = call.body
    answers = [(answer.output, answer.agent_id) for answer in asked.answers]
    agreed = judging.agree(asked.task, answers, asked.evidence or (), call.circumstances)
    return ConsensusResponse.of(
        agreed.consensus,
        assessment=Assessment.of(agreed.assessment),
        engine=agreed.engine,
        model_usage=agreed.model_usage,
        request_id=call.request_id,
        retention=Retention.declined(asked=asked.retain, has_key=call.key is not None),
    )


handler = api.handler
