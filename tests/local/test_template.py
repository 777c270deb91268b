"""What the local API reads from a template, and what it says about a broken one."""

from __future__ import annotations

from pathlib import Path

import pytest

from local.failure import TemplateBroken
from local.template import Route, Template

SAMPLE = Path(__file__).parent / "sample" / "template.yaml"

HEAD = """
Parameters:
  Stage: {Type: String, Default: dev}
  Empty: {Type: String, Default: ''}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
  IsDev: !Not [!Condition IsProd]
  HasBoth: !And [!Condition IsDev, !Not [!Equals [!Ref Empty, '']]]
  HasOne: !Or [!Condition HasBoth, !Condition IsDev]
Resources:
  Table:
    Type: AWS::DynamoDB::Table
    Properties: {TableName: named, KeySchema: [], AttributeDefinitions: []}
  Fn:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: code
      Handler: app.handler
"""
TABLE = """
Resources:
  Table:
    Type: AWS::DynamoDB::Table
    Properties:
      BillingMode: PAY_PER_REQUEST
      OnDemandThroughput: {MaxReadRequestUnits: 1000, MaxWriteRequestUnits: 500}
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}, {AttributeName: sk, AttributeType: S}]
      KeySchema: [{AttributeName: pk, KeyType: HASH}, {AttributeName: sk, KeyType: RANGE}]
      TimeToLiveSpecification: {AttributeName: exp, Enabled: true}
      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
      SSESpecification: {SSEEnabled: true}
"""


def write(folder: Path, text: str) -> Path:
    """Write a template beside a folder ``code`` that holds a handler."""
    (folder / "code").mkdir()
    (folder / "code" / "app.py").write_text("def handler(event, context): ...\n")
    path = folder / "template.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("written", "value"),
    [
        pytest.param("plain", "plain", id="text"),
        pytest.param("5000", "5000", id="number"),
        pytest.param("true", "true", id="truth-value-as-cloudformation-writes-it"),
        pytest.param("!Ref Stage", "dev", id="parameter"),
        pytest.param("!Ref Table", "named", id="table-by-its-name"),
        pytest.param("!Ref Fn", "Fn", id="resource-without-a-name"),
        pytest.param("!Ref AWS::Region", "us-east-1", id="pseudo-parameter"),
        pytest.param("{Ref: Stage}", "dev", id="long-form"),
        pytest.param("!Sub '${Stage}-${!Literal}-${AWS::AccountId}'", "dev-${Literal}-123456789012", id="sub"),
        pytest.param("!Sub ['${A}/${Stage}', {A: !Ref Table}]", "named/dev", id="sub-with-names"),
        pytest.param("!Sub '${Table.Arn}'", "arn:aws:dynamodb:us-east-1:123456789012:table/named", id="sub-attribute"),
        pytest.param("!GetAtt Table.Arn", "arn:aws:dynamodb:us-east-1:123456789012:table/named", id="table-arn"),
        pytest.param("!GetAtt [Fn, Arn]", "arn:aws:lambda:us-east-1:123456789012:function:Fn", id="function-arn"),
        pytest.param("!GetAtt Table.StreamArn", "Table.StreamArn", id="other-attribute-as-a-placeholder"),
        pytest.param("!Join ['/', [a, !Ref Stage]]", "a/dev", id="join"),
        pytest.param("!If [IsProd, a, b]", "b", id="if-equals"),
        pytest.param("!If [IsDev, a, b]", "a", id="if-not"),
        pytest.param("!If [HasBoth, a, b]", "b", id="if-and"),
        pytest.param("!If [HasOne, !If [IsProd, a, !Ref Stage], b]", "dev", id="if-or-nested"),
    ],
)
def test_intrinsics_give_the_values_of_the_parameters_defaults(tmp_path: Path, written: str, value: str) -> None:
    """Every intrinsic that a function's environment may use resolves without an account."""
    path = write(tmp_path, f"{HEAD}      Environment: {{Variables: {{V: {written}}}}}\n")
    assert Template.load(path).functions["Fn"].environment == {"V": value}


def test_a_variable_without_value_does_not_exist(tmp_path: Path) -> None:
    """AWS::NoValue leaves the variable out instead of setting it to something."""
    path = write(tmp_path, f"{HEAD}      Environment: {{Variables: {{V: !If [IsProd, a, !Ref AWS::NoValue]}}}}\n")
    assert Template.load(path).functions["Fn"].environment == {}


def test_an_unread_part_may_use_any_intrinsic(tmp_path: Path) -> None:
    """What has no meaning on a laptop is not resolved, so it cannot stop the start."""
    path = write(tmp_path, f"{HEAD}      Role: !ImportValue role\n  Alarm: {{Type: X, Properties: {{A: !Foo b}}}}\n")
    assert Template.load(path).functions.keys() == {"Fn"}


def test_a_resource_under_a_false_condition_is_not_there(tmp_path: Path) -> None:
    """A conditional function exists only where its condition holds."""
    path = write(tmp_path, f"{HEAD}    Condition: IsProd\n")
    assert Template.load(path).functions == {}


def test_the_sample_is_read_whole() -> None:
    """Functions inherit from Globals, and routes come from HttpApi events alone."""
    template = Template.load(SAMPLE)
    echo = template.functions["EchoFunction"]
    assert (echo.timeout_s, echo.memory_mb, echo.handler) == (20, 512, "app.handler")
    assert echo.environment == {"STAGE": "dev", "GREETING": "hello from us-east-1"}
    assert template.functions["SlowFunction"].timeout_s == 1
    assert Route("GET", "/items/{id}", "EchoFunction") in template.routes
    assert [route.path for route in template.routes if route.function == "FaultFunction"] == ["/fault"]
    assert [function.name for function in template.http_functions] == [
        "EchoFunction",
        "ReplyFunction",
        "SlowFunction",
        "FaultFunction",
    ]
    assert template.tables == ()


def test_a_table_keeps_what_can_be_embedded(tmp_path: Path) -> None:
    """Keys, billing and expiry stay; throughput caps, backups and encryption mean nothing here."""
    path = tmp_path / "template.yaml"
    path.write_text(TABLE)
    (table,) = Template.load(path).tables
    assert (table.name, table.ttl) == ("Table", "exp")
    assert table.definition.keys() == {"BillingMode", "AttributeDefinitions", "KeySchema"}


def test_an_event_without_a_path_is_the_default_route(tmp_path: Path) -> None:
    """SAM makes ``$default`` of an HttpApi event without path and method."""
    path = write(tmp_path, f"{HEAD}      Events: {{All: {{Type: HttpApi}}}}\n")
    assert Template.load(path).routes == (Route("ANY", "$default", "Fn"),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("Resources: {", "is not YAML", id="bad-yaml"),
        pytest.param("", "has no Resources", id="empty"),
        pytest.param("Resources: [1]", "has no Resources", id="resources-of-another-shape"),
        pytest.param("Resources: {Fn: {Properties: {}}}", "Fn has no Type", id="no-type"),
        pytest.param(HEAD.replace("CodeUri: code", "Timeout: 3"), "Fn: CodeUri is missing", id="no-code"),
        pytest.param(HEAD.replace("CodeUri: code", "CodeUri: gone"), "CodeUri gone is not a folder", id="code-gone"),
        pytest.param(HEAD.replace("app.handler", "other.handler"), "code/other.py does not exist", id="file-gone"),
        pytest.param(HEAD.replace("app.handler", "handler"), "Handler is missing", id="handler-without-a-file"),
        pytest.param(HEAD.replace("Handler: app.handler", ""), "Handler is missing", id="no-handler"),
        pytest.param(HEAD.replace("CodeUri: code", "CodeUri: !Foo code"), "Fn::Foo is an intrinsic", id="intrinsic"),
        pytest.param(HEAD.replace("CodeUri: code", "CodeUri: !Ref Gone"), "Ref to Gone", id="unknown-reference"),
        pytest.param(HEAD.replace("CodeUri: code", "CodeUri: !GetAtt A.B"), "GetAtt of A", id="unknown-attribute"),
        pytest.param(HEAD.replace("CodeUri: code", "CodeUri: !If [X, a, b]"), "condition X", id="unknown-condition"),
        pytest.param(HEAD.replace("CodeUri: code", "CodeUri: !If [IsProd]"), "Fn::If is not written", id="short-if"),
        pytest.param(HEAD.replace("KeySchema: [], ", ""), "Table: KeySchema is missing", id="table-without-keys"),
        pytest.param(f"{HEAD}      Events: {{E: {{}}}}\n", "event E has no Type", id="event-without-type"),
        pytest.param(
            f"{HEAD}      Events: {{E: {{Type: HttpApi, Properties: {{Path: a, Method: GET}}}}}}\n",
            "Path a must start with a slash",
            id="path-without-slash",
        ),
        pytest.param(
            f"{HEAD}      Events: {{A: {{Type: HttpApi}}, B: {{Type: HttpApi}}}}\n",
            "the route $default is declared twice",
            id="route-twice",
        ),
        pytest.param(
            f"{HEAD}      Timeout: soon\n",
            "Fn is not written as SAM wants it: could not convert string to float: 'soon'",
            id="timeout-that-is-no-number",
        ),
        pytest.param(
            f"{HEAD}      Environment: [1]\n", "Fn is not written as SAM wants it", id="environment-of-another-shape"
        ),
    ],
)
def test_a_broken_template_is_named_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    """Whatever is wrong with a template, one line says what and where."""
    with pytest.raises(TemplateBroken) as broken:
        Template.load(write(tmp_path, text))
    assert says in str(broken.value)
    assert "\n" not in str(broken.value)


def test_a_missing_template_is_named(tmp_path: Path) -> None:
    """No template: the line says where it was looked for."""
    with pytest.raises(TemplateBroken, match=r"gone\.yaml does not exist"):
        Template.load(tmp_path / "gone.yaml")
