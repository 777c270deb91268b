"""What template.yaml promises about every deployed stack."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from screwtape.core import terms
from screwtape.settings import Settings
from tests.platform.stack import Stack, as_list, either

METERING = {"dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"}
ASKING_A_MODEL = {"ssm:GetParameter"}
KEEPING_KEYS = {"dynamodb:BatchWriteItem", "dynamodb:ConditionCheckItem", "dynamodb:Query", "ssm:GetParameter"}

CLOSING_PAYMENTS = {
    "dynamodb:DeleteItem",
    "dynamodb:GetItem",
    "dynamodb:Query",
    "dynamodb:UpdateItem",
    "ssm:GetParameter",
}

SECRETS = {name for name, field in Settings.model_fields.items() if not field.repr}


def variables(function: Any) -> dict[str, Any]:
    """Give a function's environment."""
    found: dict[str, Any] = function["Environment"]["Variables"]
    return found


def test_every_folder_of_functions_is_deployed_and_nothing_else(template: dict[str, Any], root: Path) -> None:
    """A function's code lies in functions/<name>, and no folder there is forgotten."""
    deployed = {
        resource["Properties"]["CodeUri"]
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::Serverless::Function"
    }
    assert deployed == {f"functions/{app.parent.name}" for app in root.glob("functions/*/app.py")}


@pytest.mark.parametrize(
    ("function", "allowed"),
    [
        pytest.param("JudgeFunction", METERING | ASKING_A_MODEL, id="judge"),
        pytest.param("ConsensusFunction", METERING | ASKING_A_MODEL, id="consensus"),
        pytest.param("KeysFunction", METERING | KEEPING_KEYS, id="keys"),
        pytest.param("ReconcileFunction", CLOSING_PAYMENTS, id="reconcile"),
        pytest.param("HealthFunction", set(), id="health"),
        pytest.param("SiteFunction", set(), id="site"),
    ],
)
def test_a_function_may_do_what_it_does_and_no_more(stack: Stack, function: str, allowed: set[str]) -> None:
    """Each function's own policy lists exactly the actions that its code calls."""
    assert stack.actions(function) == allowed


def test_nobody_may_scan_and_no_statement_names_a_wildcard(stack: Stack) -> None:
    """Every statement names its resources, and reading the whole table is nobody's business."""
    statements = [statement for role in stack.of_type("AWS::IAM::Role") for statement in stack.statements(role)]
    assert statements
    for statement in statements:
        assert not any("Scan" in action or "*" in action for action in as_list(statement["Action"]))
        assert not any("*" in json.dumps(resource) for resource in as_list(statement["Resource"]))


def test_only_logs_and_traces_come_from_managed_policies(stack: Stack) -> None:
    """SAM adds two managed policies to every function, and their wildcards reach logs and X-Ray only."""
    attached = {
        arn["Fn::Sub"].rpartition("/")[2] if isinstance(arn, dict) else arn.rpartition("/")[2]
        for role in stack.of_type("AWS::IAM::Role").values()
        for arn in role["ManagedPolicyArns"]
    }
    assert attached == {"AWSLambdaBasicExecutionRole", "AWSXrayWriteOnlyAccess"}


def test_the_table_outlives_the_stack_and_forgets_what_expired(stack: Stack) -> None:
    """Every table is kept when the stack goes, is encrypted, and deletes rows by their exp attribute."""
    tables = {name: given for name, given in stack.resources.items() if given["Type"] == "AWS::DynamoDB::Table"}
    assert tables
    for table in tables.values():
        assert (table["DeletionPolicy"], table["UpdateReplacePolicy"]) == ("Retain", "Retain")
        assert table["Properties"]["TimeToLiveSpecification"] == {"AttributeName": "exp", "Enabled": True}
        assert table["Properties"]["SSESpecification"] == {"SSEEnabled": True}
        assert table["Properties"]["BillingMode"] == "PAY_PER_REQUEST"


def test_every_function_ends_before_the_gateway_gives_up(stack: Stack) -> None:
    """The gateway waits 30 seconds, so a function that is stopped at 29 still gets its failure logged and counted."""
    seconds = {name: function["Timeout"] for name, function in stack.functions.items()}
    assert seconds.pop("ReconcileFunction") < 120  # it ends before it begins anew
    assert set(seconds.values()) == {29}


def test_every_function_runs_as_the_layer_was_built(stack: Stack) -> None:
    """Functions and layer share one Python and one processor."""
    (layer,) = stack.of_type("AWS::Lambda::LayerVersion").values()
    for function in stack.functions.values():
        assert [function["Runtime"]] == layer["CompatibleRuntimes"]
        assert function["Architectures"] == layer["CompatibleArchitectures"]


def test_every_function_logs_json_to_a_group_that_forgets(stack: Stack) -> None:
    """Each function has a log group of its own, and none keeps logs for ever."""
    groups = stack.of_type("AWS::Logs::LogGroup")
    assert all(group["RetentionInDays"] == {"Ref": "LogRetentionDays"} for group in groups.values())
    used = [function["LoggingConfig"]["LogGroup"]["Ref"] for function in stack.functions.values()]
    assert set(used) <= groups.keys()
    assert len(set(used)) == len(used)
    assert {function["LoggingConfig"]["LogFormat"] for function in stack.functions.values()} == {"JSON"}


def test_every_function_and_the_api_have_an_alarm(stack: Stack) -> None:
    """A function that ends in an error and an API that answers 5xx both raise an alarm, quiet without traffic."""
    alarms = stack.of_type("AWS::CloudWatch::Alarm").values()
    watched = {
        (alarm["Namespace"], alarm["MetricName"], dimension["Value"]["Ref"])
        for alarm in alarms
        for dimension in alarm.get("Dimensions", ())
    }
    expected = {("AWS/Lambda", "Errors", name) for name in stack.functions} | {("AWS/ApiGateway", "5xx", "Api")}
    assert watched == expected
    assert {alarm["TreatMissingData"] for alarm in alarms} == {"notBreaching"}


def test_an_error_in_any_functions_log_raises_an_alarm(stack: Stack) -> None:
    """Whatever a function logs as an error is counted in one metric, and one such line is enough for the alarm."""
    filters = [
        one
        for one in stack.of_type("AWS::Logs::MetricFilter").values()
        if one["MetricTransformations"][0]["MetricName"] == "ErrorLines"
    ]
    counted = {
        "MetricNamespace": {"Fn::Sub": "Screwtape/${AWS::StackName}"},
        "MetricName": "ErrorLines",
        "MetricValue": "1",
    }
    assert all(one["MetricTransformations"] == [counted] for one in filters)
    assert {one["FilterPattern"] for one in filters} == {'{ $.level = "ERROR" }'}
    watched = {one["LogGroupName"]["Ref"] for one in filters}
    assert watched == {function["LoggingConfig"]["LogGroup"]["Ref"] for function in stack.functions.values()}
    (alarm,) = (one for one in stack.of_type("AWS::CloudWatch::Alarm").values() if one["MetricName"] == "ErrorLines")
    assert (alarm["Namespace"], alarm["Threshold"]) == (counted["MetricNamespace"], 0)


@pytest.mark.parametrize(
    ("metric", "pattern", "value", "statistic"),
    [
        ("UnknownPayments", '{ $.message = "reconciled" }', "$.unknown", "Maximum"),
        ("LatePayments", '{ $.message = "reconciled" }', "$.settled", "Maximum"),
        ("UnfinishedRuns", '{ $.message = "reconciled" && $.finished IS FALSE }', "1", "Sum"),
    ],
)
def test_what_the_reconciling_function_finds_raises_alarms(
    stack: Stack, metric: str, pattern: str, value: str, statistic: str
) -> None:
    """What it could not find out, what it found to be paid unanswered, and what it had no time for: by its own line."""
    (counting,) = (
        one
        for one in stack.of_type("AWS::Logs::MetricFilter").values()
        if one["MetricTransformations"][0]["MetricName"] == metric
    )
    (counted,) = counting["MetricTransformations"]
    assert (counting["FilterPattern"], counted["MetricValue"]) == (pattern, value)
    assert counting["LogGroupName"] == stack.functions["ReconcileFunction"]["LoggingConfig"]["LogGroup"]
    (alarm,) = (
        one
        for one in stack.of_type("AWS::CloudWatch::Alarm").values()
        if (one["Namespace"], one["MetricName"]) == (counted["MetricNamespace"], counted["MetricName"])
    )
    assert (alarm["Statistic"], alarm["Threshold"]) == (statistic, 0)


def test_the_gateway_adds_no_cors_of_its_own(stack: Stack, template: dict[str, Any]) -> None:
    """CORS headers come from the code alone; the gateway's would replace them."""
    (api,) = stack.of_type("AWS::ApiGatewayV2::Api").values()
    assert "CorsConfiguration" not in json.dumps(template)
    assert "cors" not in json.dumps(api).lower()


def test_the_stage_throttles_and_logs_routes_but_no_query_string(stack: Stack) -> None:
    """One stage, with limits for all routes, whose access log holds no path, query string or address of a caller."""
    (stage,) = stack.of_type("AWS::ApiGatewayV2::Stage").values()
    assert stage["StageName"] == "$default"
    assert stage["DefaultRouteSettings"] == {"ThrottlingBurstLimit": 100, "ThrottlingRateLimit": 50}
    logged = set(json.loads(stage["AccessLogSettings"]["Format"]).values())
    assert logged <= {
        f"$context.{name}"
        for name in ("requestId", "routeKey", "status", "responseLatency", "integrationLatency", "requestTimeEpoch")
    }


def test_every_setting_can_be_set_by_the_operator(stack: Stack) -> None:
    """The functions get every setting that the code reads and no other variable."""
    given = {name for function in stack.functions.values() for name in variables(function)}
    assert given == {name.upper() for name in Settings.model_fields}


def test_secrets_are_given_by_name(stack: Stack) -> None:
    """A secret's variable says where the secret lies: its value never enters the template or a function's settings."""
    given = {
        (name, end if isinstance(end, str) else end.get("Fn::Sub", end.get("Ref")))
        for function in stack.functions.values()
        for name, value in variables(function).items()
        if name.lower() in SECRETS
        for end in either(value)
    }
    assert given == {
        ("HASH_SECRET", "ssm:${HashSecret}"),
        ("MODEL_API_KEY", "ssm:${ModelApiKey}"),
        ("MODEL_API_KEY", ""),  # no model
        ("X402_FACILITATOR_KEY_SECRET", "ssm:${X402FacilitatorKeySecret}"),
        ("X402_FACILITATOR_KEY_SECRET", ""),  # a facilitator without accounts, or none
        ("X402_RPC_URL", "ssm:${X402RpcUrlSecret}"),
        ("X402_RPC_URL", "X402RpcUrl"),  # an address without a key in it, or none
    }


@pytest.mark.parametrize(
    ("parameter", "promised"),
    [
        pytest.param("FreeCallsPerDay", terms.FREE_CALLS_PER_DAY, id="free calls"),
        pytest.param("SignupsPerHour", terms.SIGNUPS_PER_HOUR, id="sign-ups"),
        pytest.param("X402Network", terms.X402_NETWORK, id="network"),
        pytest.param("X402Asset", terms.X402_ASSET, id="asset"),
        pytest.param("X402Amount", str(terms.X402_AMOUNT_MICRO_USDC), id="amount"),
        pytest.param("X402PayTo", "", id="nobody's address"),
        pytest.param("ModelApiKey", "", id="no model"),
        pytest.param("ModelBaseUrl", terms.MODEL_BASE_URL, id="endpoint"),
        pytest.param("ModelName", terms.MODEL_NAME, id="model"),
        pytest.param("ModelFallbackName", terms.MODEL_FALLBACK_NAME, id="second model"),
        pytest.param("ModelTimeoutS", terms.MODEL_SECONDS, id="time of the model"),
        pytest.param("ModelCallsPerDay", "", id="no limit of calls"),
        pytest.param("ModelForFreeCalls", "true", id="free calls ask too"),
    ],
)
def test_defaults_are_the_published_terms(template: dict[str, Any], parameter: str, promised: object) -> None:
    """A stack deployed without parameters keeps the published terms, and pays nobody by default."""
    assert template["Parameters"][parameter]["Default"] == promised


def test_no_function_may_spend_all_its_time_on_a_model(template: dict[str, Any], stack: Stack) -> None:
    """The longest time that can be set leaves enough of the function's for the rest of a call."""
    scheduled = {"ReconcileFunction"}
    (timeout,) = {function["Timeout"] for name, function in stack.functions.items() if name not in scheduled}
    assert timeout == terms.FUNCTION_SECONDS
    assert template["Parameters"]["ModelTimeoutS"]["MaxValue"] == timeout - terms.MODEL_SECONDS_KEPT


@pytest.mark.parametrize(
    ("function", "conditions"),
    [
        pytest.param("JudgeFunction", {"AsksModel", "HasFacilitatorKey", "HidesNode"}, id="judge"),
        pytest.param("ConsensusFunction", {"AsksModel", "HasFacilitatorKey", "HidesNode"}, id="consensus"),
        pytest.param("ReconcileFunction", {"HasFacilitatorKey", "HidesNode"}, id="reconcile"),
    ],
)
def test_a_key_that_is_not_set_may_not_be_read(stack: Stack, function: str, conditions: set[str]) -> None:
    """The permission to read the key of a model, a facilitator or a node comes and goes with its parameter."""
    role = stack.of_type("AWS::IAM::Role")[stack.functions[function]["Role"]["Fn::GetAtt"][0]]
    given = [
        statement["Fn::If"]
        for policy in role["Policies"]
        for statement in policy["PolicyDocument"]["Statement"]
        if "Fn::If" in statement
    ]
    assert {condition for condition, _, _ in given} == conditions
    assert all(otherwise == {"Ref": "AWS::NoValue"} for _, _, otherwise in given)


def test_the_screwtape_environment_sets_parameters_that_exist(template: dict[str, Any], root: Path) -> None:
    """screwtape.ai's own values stand in samconfig.toml, its payment address among them."""
    config = tomllib.loads((root / "samconfig.toml").read_text())
    given = dict(pair.split("=", 1) for pair in config["screwtape"]["deploy"]["parameters"]["parameter_overrides"])
    assert given.keys() <= template["Parameters"].keys()
    assert given["BaseUrl"] == "https://screwtape.ai"
    assert given["X402PayTo"] == "0x028Bb9A57B8C27c22f6B39dd00e7eFF1FB60344B"


def test_head_goes_where_get_goes(stack: Stack) -> None:
    """HEAD reaches the function that answers GET: by a route of its own, or by $default for the site's pages."""
    routes = stack.routes
    for key, function in routes.items():
        if key.startswith("GET "):
            assert routes.get(key.replace("GET", "HEAD", 1), routes["$default"]) == function
