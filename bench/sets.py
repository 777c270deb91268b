"""What the public labelled sets are that the quality page tells of, and under which licence their data stands."""

from __future__ import annotations

from typing import Final, NamedTuple


class Source(NamedTuple):
    """Where a set of rows comes from."""

    title: str
    licence: str


SOURCES: Final = {
    "begin_cmu_tc": Source("BEGIN: CMU-DoG and Topical-Chat", "CMU; CDLA-Sharing-1.0"),
    "begin_wow": Source("BEGIN: Wizard of Wikipedia", "CC-BY-4.0"),
    "bump": Source("BUMP: news summaries with one edit", "MIT"),
    "factcheck_stance": Source("Factcheck-GPT: stance of web evidence", "Apache-2.0"),
    "fever": Source("FEVER: claims against Wikipedia", "CC-BY-SA-3.0"),
    "fm2": Source("Fool Me Twice: adversarial claims", "Apache-2.0; CC-BY-SA"),
    "med": Source("MED: monotonicity entailment", "CC-BY-SA-4.0"),
    "q2_wow": Source("Q2: dialogue replies", "Apache-2.0; CC-BY-4.0"),
    "summedits": Source("SummEdits: edited summaries", "Apache-2.0"),
    "wice": Source("WiCE: Wikipedia claims against web pages", "ODC-BY; CC-BY-SA-4.0"),
    "evouna_ref": Source("EVOUNA: answers against gold answers", "Apache-2.0"),
    "truthfulqa_ref": Source("TruthfulQA: answers against true answers", "Apache-2.0"),
    "gsm8k_ref": Source("GSM8K: solutions against the worked one", "MIT"),
    "consensus_evouna_nq": Source("EVOUNA: five systems on Natural Questions", "Apache-2.0"),
    "consensus_evouna_tq": Source("EVOUNA: five systems on TriviaQA", "Apache-2.0"),
    "consensus_gsm8k": Source("GSM8K: four solutions a problem", "MIT"),
    "consensus_llmdrift_happy": Source("LLMDrift: counting happy numbers", "Apache-2.0"),
    "consensus_llmdrift_prime": Source("LLMDrift: is it prime?", "Apache-2.0"),
}
