/** Calls: placing, answering, remembering. */
export { createBrowserCalls } from "./browser.ts";
export { createCalls, type Calls, type CallsParts } from "./calls.ts";
export { demoCallRoutes } from "./demo-call-routes.ts";
export { createDemoCalls } from "./demo-calls.ts";
export { createMediaPool } from "./media/media-pool.ts";
export { createTelephone, type Telephone } from "./telephone.ts";
export { TwoChannelWav } from "./recording/two-channel-wav.ts";
export { SHARED_RECORDINGS, createRecordings } from "./recording/recordings.ts";
export { callRoutes } from "./routes.ts";
export { openSip, trunkOf } from "./sip.ts";
export { createCallStore, type CallRow, type NewCall } from "./store.ts";
export { summarise } from "./summary.ts";
export { callMigrations } from "./tables.ts";
export { createCallTokens } from "./tokens.ts";
