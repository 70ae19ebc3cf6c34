/** Calls that are placed later, and calls to everybody in a file. */
export { isAnalysisAwaited } from "./batches/messaging/awaited.ts";
export { addSeededBatches } from "./batches/seeded/store.ts";
export { type Campaigns, openCampaigns } from "./open.ts";
