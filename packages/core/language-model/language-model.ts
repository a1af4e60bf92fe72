// What a language model may be asked about a script, and the results of its answers. The model decides nothing alone: it gets
// numbered lines and numbered people and answers with numbers; the text itself never comes back from it.

export { failsControls, type Outcome, type Settled, settleAnswers } from "./answers.ts";
export { askedAboutBlocks, settledBlocks } from "./blocks.ts";
export { type Estimate, estimateOfLength, estimateOfLines, estimateTokens, sumOfQuestions } from "./estimate.ts";
export { answerSchema, type Message, messagesOf, PROMPT_VERSION } from "./prompt.ts";
export {
  type AskedPerson,
  type AskOptions,
  countLines,
  findQuestions,
  type Question,
  type QuestionLine,
} from "./questions.ts";
export { type Answered, type Reply, readReply } from "./reply.ts";
