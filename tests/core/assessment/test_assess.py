"""The assessment: what the published rules of consensus cannot see, and nothing that depends on order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from screwtape.core.assessment import Assessment, assess
from screwtape.core.consensus import Answer


def assessed(*outputs: str, task: str = "Answer.", evidence: tuple[str, ...] = ()) -> Assessment:
    """Assess outputs of agent-1, agent-2 and so on."""
    answers = [Answer(output, f"agent-{place}") for place, output in enumerate(outputs, start=1)]
    return assess(task, answers, evidence)


@pytest.mark.parametrize(
    ("outputs", "kind"),
    [
        (("Sales rose 7 % last year.", "Sales rose 3 % last year.", "Sales rose 9 % last year."), "number"),
        (("The drug is safe for children.", "The drug is not safe for children."), "negation"),
        (("The meeting is on 3 May 2024.", "The meeting is on 5 May 2024."), "date"),
        (("The dose is 5 mg a day.", "The dose is 5 g a day."), "unit"),
        (("The winner was Maria Alvarez.", "The winner was John Smith."), "entity"),
        (("Prices increased in June.", "Prices decreased in June."), "negation"),
        (("It has 0 errors.", "It has 3 errors."), "number"),
        (("Answer: 0", "Answer: 3"), "number"),
        (("Sales increased in May.", "Sales decreased in May."), "negation"),
        (("The bridge is safe.", "The bridge is unsafe."), "negation"),
        (("Apple sued Samsung.", "Samsung sued Apple."), "entity"),
        (("All users were affected.", "Some users were affected."), "other"),
        (("Revenue rose 7% in 2023.", "Revenue rose 3% in 2023."), "number"),
        (("The meeting is on Monday.", "The meeting is on Tuesday."), "date"),
        (("It closes at 3 pm.", "It closes at 4 pm."), "date"),
        (("def f(x): return x+1", "def f(x): return x-1"), "other"),
        (("Το φάρμακο είναι ασφαλές.", "Το φάρμακο δεν είναι ασφαλές."), "negation"),
        (("الدواء آمن.", "الدواء ليس آمنا."), "negation"),
        (("दवा सुरक्षित है।", "दवा सुरक्षित नहीं है।"), "negation"),
        (("この薬は安全です。", "この薬は安全ではありません。"), "negation"),
        (("はい。", "いいえ。"), "negation"),
        (("نعم", "لا"), "negation"),
        (("हाँ", "नहीं"), "negation"),
        (("Das Mittel ist sicher.", "Das Mittel ist nicht sicher."), "negation"),
        (("Цена 40 рублей.", "Цена 45 рублей."), "number"),
        (("这种药是安全的。", "这种药不是安全的。"), "negation"),
    ],
)
def test_answers_that_differ_in_one_fact_are_a_group_each(outputs: tuple[str, ...], kind: str) -> None:
    """Shared words do not make agreement where a number, a date, a unit, a name or a denial differs."""
    told = assessed(*outputs)
    assert [group.size for group in told.groups] == [1] * len(outputs)
    assert told.conflicts[0].kind == kind
    assert told.action == "escalate"


@pytest.mark.parametrize(
    "outputs",
    [
        ("Paris", "Paris", "Paris"),
        ("Answer: 42", "42", "The answer is 42."),
        ("会议在北京举行。", "会议在北京举行。", "会议在北京举行。"),
        ("Yes.", "Yes, it is.", "yes"),
        ("The capital is Paris.", "Paris", "It is Paris."),
        ("It costs 1,200 euros.", "€1200", "It costs 1200 euros."),
        ("\\boxed{12}", "So we get 7 + 5 = 12.\n#### 12", "A: 12"),
        ("\\boxed{0}", "Answer: 0", "Answer: zero"),
        ("It is not unsafe.", "It is safe.", "It is safe."),
        ("It opened on 3 May 2021.", "It opened on May 3, 2021.", "It opened on 2021-05-03."),
        ("It is 10 km away.", "It is 10,000 m away.", "It is 10 kilometres away."),
        ("٤٢", "42", "الجواب: ٤٢"),
        ("はい。", "はい、そうです。", "はい"),
    ],
)
def test_answers_that_say_the_same_are_one_group(outputs: tuple[str, ...]) -> None:
    """Final answers and typed values are compared before words are, and short answers that coincide are no copies."""
    told = assessed(*outputs, task="What is it? Give the capital or the cost.")
    assert [group.size for group in told.groups] == [3]
    assert not told.conflicts
    assert told.copies == () or not all(len(output) < 20 for output in outputs)


@pytest.mark.parametrize(
    "outputs",
    [
        ("", "", ""),
        ("...", "!!!", "?"),
        ("I don't know.", "I do not know.", "I don't know."),
        ("I'm sorry, but I can't help with that.", "Sorry, I cannot assist.", "I can't help with that."),
    ],
    ids=["empty", "marks", "unknown", "refused"],
)
def test_agreement_on_no_answer_is_no_answer(outputs: tuple[str, ...]) -> None:
    """Answers that are empty, refuse or do not know agree, and there is nothing in them to accept."""
    told = assessed(*outputs, task="What is the capital of France?")
    assert [group.size for group in told.groups] == [3]
    assert (told.risk, told.action) == ("high", "escalate")
    assert "give none" in told.reasons[0]


def test_choices_are_compared_by_their_letters() -> None:
    """However a choice is written, its letter decides, once the task offers letters."""
    task = "Which is it?\nA) red\nB) green\nC) blue"
    told = assessed("B", "(B)", "Answer: B", "B) green", "The answer is C.", task=task)
    assert [group.size for group in told.groups] == [4, 1]
    assert told.conflicts[0].values == ("B", "C")


def test_a_sign_is_shown_with_the_value_it_belongs_to() -> None:
    """Five degrees below zero against five above."""
    told = assessed("It was -5 °C.", "It was 5 °C.")
    assert set(told.conflicts[0].values) == {"-5 °C", "5 °C"}


def test_a_yes_or_no_at_the_end_of_the_working_counts() -> None:
    """An answer may reason first and say yes last."""
    told = assessed("It has no divisors but 1 and 7. So yes.", "Yes.", "No.", task="Is 7 prime?")
    assert [group.agent_ids for group in told.groups] == [("agent-1", "agent-2"), ("agent-3",)]


def test_the_same_long_text_is_a_copy_and_accepted_by_nobody() -> None:
    """Three identical essays are one vote, and their ids are named."""
    essay = "The bridge was closed because its northern pier had sunk by four centimetres since the spring survey."
    told = assessed(essay, essay, essay)
    assert told.copies == (("agent-1", "agent-2", "agent-3"),)
    assert told.effective_votes == pytest.approx(1.0)
    assert told.action == "verify"


def test_unlike_wordings_of_one_answer_count_as_more_votes_than_like_ones() -> None:
    """Effective votes are n over 1 + (n - 1) times the mean likeness of wording."""
    alike = assessed("Paris is the capital of France.", "Paris is the capital of France!", task="Name it.")
    unlike = assessed(
        "Answer: Paris", "It has been Paris ever since the tenth century.\nAnswer: Paris", task="Name it."
    )
    assert alike.effective_votes == pytest.approx(1.0, abs=0.05)
    assert alike.effective_votes < unlike.effective_votes <= 2.0


def test_agreement_that_the_evidence_contradicts_is_the_gravest_risk() -> None:
    """Unanimous and wrong: the reason names what stands against it."""
    told = assessed(
        "The crew size was 5.", "The crew size was 5.", "Crew size: 5.",
        task="What was the crew size?", evidence=("The crew size was 4.",),
    )  # fmt: skip
    assert (told.risk, told.action) == ("high", "escalate")
    assert "contradicts" in told.reasons[0]


def test_a_lone_dissenter_whom_the_evidence_supports_is_named() -> None:
    """Two against one, and the one is right."""
    told = assessed(
        "The crew size was 5.", "The crew size was 5.", "The crew size was 4.",
        task="What was the crew size?", evidence=("The crew size was 4.",),
    )  # fmt: skip
    assert told.action == "escalate"
    assert any("agent-3" in reason for reason in told.reasons)


def test_evidence_that_supports_a_unanimous_answer_lets_it_be_accepted() -> None:
    """With evidence behind it, agreement is worth acting on."""
    outputs = ("The crew size was 4.", "The crew size was four.", "4")
    told = assessed(*outputs, task="What was the crew size?", evidence=("The crew size was 4.",))
    assert [group.size for group in told.groups] == [3]
    assert told.action == "accept"


def test_equal_ids_are_taken_as_given() -> None:
    """Two agents of one name are two votes under it."""
    told = assess("Name it.", [Answer("Paris", "a"), Answer("Paris", "a")])
    assert told.groups[0].agent_ids == ("a", "a")


_OUTPUTS = st.sampled_from(
    [
        "Paris",
        "Rome",
        "The capital is Paris.",
        "42",
        "Answer: 42",
        "It is 43.",
        "It is safe.",
        "It is not safe.",
        "北京。",
        "",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(_OUTPUTS, min_size=2, max_size=7), st.randoms(use_true_random=False))
def test_the_order_of_answers_changes_nothing(outputs: list[str], chance: object) -> None:
    """Permuting the answers permutes nothing: groups, conflicts, scores and reasons stay."""
    answers = [Answer(output, f"agent-{place}") for place, output in enumerate(outputs)]
    shuffled = list(answers)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert assess("What is it?", answers) == assess("What is it?", shuffled)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=60), min_size=2, max_size=5))
def test_every_answer_is_in_one_group(outputs: list[str]) -> None:
    """Whatever the answers hold, each is in exactly one group, and the scores stay in their ranges."""
    told = assessed(*outputs)
    assert sum(group.size for group in told.groups) == len(outputs)
    assert 0 <= told.agreement_score <= 1
    assert 0 < told.effective_votes <= len(outputs)
