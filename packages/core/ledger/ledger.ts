// Money in whole snowcoins: what speech costs, how a hold is taken, settled and released, and what plans allow.
// Always true: the entries of every change sum to zero; no book of an account falls below zero; promotional
// snowcoins go first; a hold charges the exact total of what was sent, rounded up to a whole snowcoin once, however often
// it is settled or taken again.

export {
  applied,
  available,
  type Balances,
  type Book,
  type Entry,
  type FundingKind,
  grantEntries,
  NO_BALANCES,
  settled,
} from "./books.ts";
export { costOf, freeBesidePriced, type Prices, priceOf, snowcoinsFor, wordsFor } from "./cost.ts";
export {
  type Hold,
  type HoldChange,
  holdMore,
  NEW_HOLD,
  releaseHold,
  settleHold,
} from "./hold.ts";
export { clonesLeft, monthOf, PLANS, type Plan, type PlanId } from "./plans.ts";
export { preparationLeft, type VoiceAccess, type VoiceAnswer, voiceAccess } from "./voice-access.ts";
