"""POST /v1/judge: one agent's output in, a verdict with everything that it rests on out."""

from screwtape import wiring
from screwtape.api.admission import Call
from screwtape.api.models import JudgeRequest, JudgeResponse, Retention
from screwtape.core.opinion import Case

api = wiring.api("judge", metered=True)
judging = wiring.judging()


@api.operation("judge")
def judge(call: Call[JudgeRequest]) -> JudgeResponse:
    """Judge the output; nothing of it is kept."""
    asked = call.body
    case = Case(asked.task, asked.agent_output, asked.evidence or (), asked.criteria or ())
    judged = judging.judge(case, call.circumstances)
    return JudgeResponse.of(
        judged.verdict,
        engine=judged.engine,
        model_usage=judged.model_usage,
        request_id=call.request_id,
        retention=Retention.declined(asked=asked.retain, has_key=call.key is not None),
    )


handler = api.handler
