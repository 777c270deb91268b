"""What evidence only holds possible, asks, denies, makes a condition of or forbids, in several languages."""

from __future__ import annotations

import pytest

from screwtape.core.judge import judge

PROMISED = {
    "may": ("The bridge will close on Monday.", "The bridge may close on Monday.", "retry"),
    "might": ("The bridge will close on Monday.", "The bridge might close on Monday.", "retry"),
    "likely": ("The bridge will close on Monday.", "The bridge will likely close on Monday.", "retry"),
    "considering": ("The firm will buy Acme.", "The firm is considering buying Acme.", "retry"),
    "perhaps": ("The firm will buy Acme.", "Perhaps the firm will buy Acme.", "retry"),
    "a copy": ("The bridge will close on Monday.", "The bridge will close on Monday.", "pass"),
    "a doubt about something else": ("The bridge will close.", "It could rain, and the bridge will close.", "pass"),
    "expected": ("The bridge will close on Monday.", "The bridge is expected to close on Monday.", "pass"),
    "planned": ("The bridge will close on Monday.", "The bridge is planned to close on Monday.", "pass"),
    "the month": ("The bridge will close in May.", "The bridge will close in May.", "pass"),
}


@pytest.mark.parametrize(("output", "evidence", "verdict"), PROMISED.values(), ids=PROMISED)
def test_what_may_be_is_not_what_will_be(output: str, evidence: str, verdict: str) -> None:
    """A promise is more than a possibility, and no more than a plan."""
    assert judge("What happens?", output, [evidence]).verdict == verdict


UNCERTAIN = {
    "en-supposedly": ("The minister took bribes.", "The minister supposedly took bribes."),
    "en-accused": ("The minister took bribes.", "The minister was accused of taking bribes."),
    "en-whether": ("The minister took bribes.", "A reporter asked whether the minister took bribes."),
    "en-question": ("The minister took bribes.", "Did the minister take bribes?"),
    "en-denies": ("The minister took bribes.", "The minister denies that he took bribes."),
    "en-should": ("The patch fixes the crash.", "The patch should fix the crash."),
    "en-expected": ("The committee approved the plan.", "The committee is expected to approve the plan."),
    "en-supposed": ("The patch fixes the crash.", "The patch is supposed to fix the crash."),
    "en-hope": ("The patch fixes the crash.", "We hope the patch fixes the crash."),
    "en-doubt": ("The drug cures cancer.", "Researchers doubt that the drug cures cancer."),
    "en-may": ("The drug cures cancer.", "The drug may cure cancer."),
    "en-theory": ("The feature works offline.", "In theory the feature works offline."),
    "en-said-to": ("The feature works offline.", "The feature is said to work offline."),
    "en-threatened": ("The director resigned.", "The director threatened to resign."),
    "en-considered": ("The director resigned.", "The director considered resigning."),
    "en-soon": ("The room is available.", "The room will soon be available."),
    "en-if": ("The merger creates 400 jobs.", "If approved, the merger creates 400 jobs."),
    "en-unless": ("The plant will close in May.", "Unless a buyer is found, the plant will close in May."),
    "en-would-have": ("The file was deleted.", "The file would have been deleted."),
    "en-is-to-be": ("The contract was signed.", "The contract is to be signed in May."),
    "en-barred": ("The director bought shares.", "The director was barred from buying shares."),
    "en-wrong-report": (
        "The museum is open on Mondays.",
        "Reports that the museum is open on Mondays are wrong.",
    ),
    "en-everything-but": ("The plan covers dental care.", "The plan covers everything but dental care."),
    "de-expected": ("Die Lieferung erfolgte am Montag.", "Die Lieferung erfolgt voraussichtlich am Montag."),
    "ru-must": ("Договор подписан.", "Договор должен быть подписан."),
    "en-feared": ("The goalkeeper was injured.", "The goalkeeper was feared injured."),
    "de-if": ("Das Werk schließt im Mai.", "Falls der Verkauf scheitert, schließt das Werk im Mai."),
    "de-allegedly": ("Der Minister nahm Geld an.", "Der Minister nahm angeblich Geld an."),
    "de-presumably": ("Das Mittel heilt Krebs.", "Das Mittel heilt vermutlich Krebs."),
    "de-is-to": ("Das Werk schließt im Mai.", "Das Werk soll im Mai schließen."),
    "de-denies": ("Der Minister nahm Geld an.", "Der Minister bestreitet, dass er Geld annahm."),
    "fr-would-have": ("Le ministre a pris de l'argent.", "Le ministre aurait pris de l'argent."),
    "fr-if": ("Le remède guérit le cancer.", "Si l'essai réussit, le remède guérit le cancer."),
    "es-allegedly": ("El ministro aceptó dinero.", "El ministro presuntamente aceptó dinero."),
    "es-denies": ("El ministro aceptó dinero.", "El ministro niega que aceptó dinero."),
    "es-if": ("La fábrica cierra en mayo.", "Si falla la venta, la fábrica cierra en mayo."),
    "ru-allegedly": ("Министр взял деньги.", "Министр якобы взял деньги."),
    "ru-denies": ("Министр взял деньги.", "Министр отрицает, что взял деньги."),
    "ru-untrue": ("Лекарство лечит рак.", "Неправда, что лекарство лечит рак."),
    "ru-if": ("Завод закроется в мае.", "Если сделка сорвётся, завод закроется в мае."),
    "zh-allegedly": ("部长收了钱。", "部长据称收了钱。"),
    "zh-denies": ("部长收了钱。", "部长否认收了钱。"),
    "zh-if": ("工厂将在五月关闭。", "如果交易失败，工厂将在五月关闭。"),
    "ja-allegedly": ("大臣は金を受け取った。", "大臣は金を受け取ったとされる。"),
    "ja-denies": ("大臣は金を受け取った。", "大臣は金を受け取ったことを否定した。"),
    "ja-if": ("工場は五月に閉鎖される。", "取引が失敗した場合、工場は五月に閉鎖される。"),
    "ja-banned": ("ここでは喫煙できます。", "ここでは喫煙は禁止です。"),
}
AGREED = {
    "should": ("The patch should fix the crash.", "The patch is expected to fix the crash."),
    "whether": ("It is unclear whether the drug cures cancer.", "It is not known whether the drug cures cancer."),
    "denial": ("The minister denies that he took bribes.", "The minister denied taking bribes."),
    "denied": ("The drug does not cure cancer.", "It is not true that the drug cures cancer."),
    "de-denied": ("Das Mittel heilt Krebs nicht.", "Es stimmt nicht, dass das Mittel Krebs heilt."),
    "turned-down": ("The bank rejected the loan.", "The bank denied the loan."),
    "if-moved": ("The plant will close in May if the sale fails.", "If the sale fails, the plant will close in May."),
    "de-if-moved": (
        "Das Werk schließt im Mai, falls der Verkauf scheitert.",
        "Falls der Verkauf scheitert, schließt das Werk im Mai.",
    ),
    "if-idiom": ("Restart the router.", "Restart the router if necessary."),
    "command": ("Restart the router.", "You should restart the router."),
    "asked-and-told": ("Parking is free.", "Is parking free? Yes, parking is free."),
    "banned": ("Smoking in the hall is banned.", "You may not smoke in the hall."),
    "must-not": ("Guests must not bring pets.", "Guests may not bring pets."),
    "impossible": ("The door cannot be opened.", "It is impossible to open the door."),
    "not-permitted": (
        "Children are not permitted to use the sauna.",
        "Children must not use the sauna.",
    ),
    "prevents": ("The firewall prevents attacks.", "The firewall blocks attacks."),
    "ban-elsewhere": ("Anna moved to Rome.", "Smoking was banned in 2005, the year Anna moved to Rome."),
    "ban-of-name": ("The novel by Greene won a prize.", "The banned novel by Greene won a prize."),
    "everything-but": ("The plan does not cover dental care.", "The plan covers everything but dental care."),
    "no-doubt": ("The ship sank.", "There is no doubt that the ship sank."),
    "against": ("The company will not open a store.", "The company decided against opening a store."),
    "zh-forbidden": ("这里禁止吸烟。", "这里不允许吸烟。"),
    "ja-forbidden": ("ここでは喫煙は禁止です。", "ここでは喫煙は許可されていません。"),
    "ja-cannot": ("ここでは喫煙できません。", "ここでは喫煙は禁止です。"),
    "said-to-somebody": ("The minister resigned.", "The minister resigned, he said to reporters."),
    "regardless": ("The bus runs.", "The bus runs regardless of whether it rains."),
}
BROKEN = {
    "told": ("You should see a lawyer.", "Avoids telling the user to see a lawyer"),
    "promised": ("We promise a refund.", "Does not promise a refund"),
}


@pytest.mark.parametrize(("output", "evidence"), UNCERTAIN.values(), ids=UNCERTAIN)
def test_what_is_not_certain_is_no_ground_for_certainty(output: str, evidence: str) -> None:
    """A doubt, a question, a denial, a condition or a ban of the evidence carries no plain statement."""
    assert judge("What is stated?", output, [evidence]).verdict != "pass"


@pytest.mark.parametrize(("output", "evidence"), AGREED.values(), ids=AGREED)
def test_the_same_doubt_in_other_words_does_not_fail(output: str, evidence: str) -> None:
    """The same doubt, denial, condition or ban said otherwise contradicts nothing."""
    assert judge("What is stated?", output, [evidence]).verdict != "fail"


@pytest.mark.parametrize(("output", "criterion"), BROKEN.values(), ids=BROKEN)
def test_a_criterion_against_something_is_broken_by_it(output: str, criterion: str) -> None:
    """What a criterion says must not be told is not told."""
    assert judge("What is stated?", output, criteria=[criterion]).verdict == "fail"


def test_a_ban_meets_a_criterion_that_nothing_is_allowed() -> None:
    """A word for a ban and a denied permission are one."""
    assert (
        judge("?", "Smoking is prohibited in rooms.", criteria=["States that no smoking is allowed in rooms"]).verdict
        != "fail"
    )
