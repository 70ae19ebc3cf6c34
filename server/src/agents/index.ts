/** What an agent is and what it can do. */
export { armFor } from "./documents/splits/arm.ts";
export type { AgentAt, Agents } from "./documents/agents.ts";
export { type StoredAgent } from "./documents/store.ts";
export { addSeededAgents } from "./documents/seeded/store.ts";
export { GALLERY } from "./documents/gallery/gallery.ts";
export { TEMPLATES } from "./documents/templates.ts";
export { translateTemplate } from "./documents/translate-template.ts";
export type { Messages } from "./messages/messages.ts";
export type { MessageStore } from "./messages/store.ts";
export { type AgentsDomain, openAgents } from "./open.ts";
export type { CalendarParts } from "./plan/calendar.ts";
export { type FunctionParts, functionsOf } from "./plan/functions.ts";
export { resolvedSettings, remarksOn } from "./plan/resolved-settings.ts";
export {
  type Admissions,
  type LanguageModelParts,
  languageModelFor,
  languageModelsFor,
  noAnswer,
  UNFIT_AFTERWARDS,
} from "./plan/language-model.ts";
export { filled, placeholdersIn } from "./plan/placeholders.ts";
export { type CallFacts, languageOf, planFor, valuesOf, preferencesOf } from "./plan/plan.ts";
export { disclosing } from "./plan/disclosure.ts";
export { recordingOf } from "./plan/recording.ts";
export { type MessageToSend, runTool } from "./plan/tools.ts";
export { withSettings } from "./plan/with-settings.ts";
export { LONGEST_TURN_MS } from "./tests/play-replay.ts";
export { addSeededTests } from "./tests/store.ts";
export { testLineOf } from "./tests/test-lines.ts";
export type { TestedAgent } from "./tests/tested-agent.ts";
export { RINGS_MS } from "./transfer/transfer-limits.ts";
export type { Transferred } from "./transfer/transferred.ts";
