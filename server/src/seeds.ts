/** How each domain writes its part of a demo workspace. */
import { addSeededCredits, addSeededEvents, addSeededKeys } from "./accounts/index.ts";
import { addSeededAgents, addSeededTests } from "./agents/index.ts";
import { addSeededCalls } from "./calls/index.ts";
import { addSeededBatches } from "./campaigns/index.ts";
import { addCheckedCalls } from "./compliance/index.ts";
import { addSeededContacts, addSeededVisitors } from "./contacts/index.ts";
import { addSeededVoices } from "./engines/index.ts";
import { addSeededFilters, indexCalls } from "./insights/index.ts";
import { addSeededDocuments } from "./knowledge/index.ts";
import type { Seeds } from "./site/index.ts";
import { addSeededNumbers } from "./telephony/index.ts";
import { addSeededThreads } from "./threads/index.ts";

export const SEEDS: Seeds = {
  agents: addSeededAgents,
  numbers: addSeededNumbers,
  tests: addSeededTests,
  calls: addSeededCalls,
  words: indexCalls,
  voices: addSeededVoices,
  credits: addSeededCredits,
  events: addSeededEvents,
  keys: addSeededKeys,
  batches: addSeededBatches,
  contacts: addSeededContacts,
  visitors: addSeededVisitors,
  threads: addSeededThreads,
  documents: addSeededDocuments,
  checks: addCheckedCalls,
  filters: addSeededFilters,
};
