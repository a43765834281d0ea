// The door of the race room: loaded when runs are first compared.
export { scoreRow, type ScoreRow } from "./score.ts";
export { answerSpread, spreadOf, type AnswerSpread, type Spread } from "./spread.ts";
export { checkAnswer, checkSchema, type Check, type CheckVerdict } from "./checks.ts";
export { judgeBudget, judgeRun, type Judgement, type JudgeScores } from "./judge.ts";
export { divergence, type DivergedRun, type Divergence, type DivergenceKind, type UsedPart } from "./divergence.ts";
export { reference, type ReferenceRow } from "./reference.ts";
