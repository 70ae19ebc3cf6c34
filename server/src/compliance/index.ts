/** Whom a workspace may call, and when. */
export type { CountryPacks, SpokenRules } from "./country-packs/country-packs.ts";
export { checkCall, readCall, saysNoPerson } from "./call-checks/check-call.ts";
export { phrasesOf, placeOf, wordsOf } from "./call-checks/phrases.ts";
export { ANNOUNCED, CONSENT_QUESTIONS, DISCLOSED } from "./country-packs/spoken.ts";
export { addSeededChecks, type SeededCheck } from "./call-checks/store.ts";
export { verifyEvidence } from "./evidence/evidence-file.ts";
export type { Evidence, RungCall } from "./evidence/evidence.ts";
export type { SealDecision } from "./evidence/seal.ts";
export { recordOptOuts } from "./do-not-call/after-call.ts";
export { type Opening, createOpening, setsHoursAside, toWireWait } from "./gate/calling-hours.ts";
export { mayDial } from "./gate/dialable-number.ts";
export { type Admitted, type Gate, type GateParts, type Ring, createGate, decisionOf } from "./gate/gate.ts";
export { type MessageGate, createMessageGate } from "./gate/message-gate.ts";
export { type Keyword, keywordIn } from "./do-not-call/keywords.ts";
export { type Limits, createLimits } from "./limits/limits.ts";
export { createLimitStore } from "./limits/store.ts";
export { type Compliance, openCompliance } from "./open.ts";
