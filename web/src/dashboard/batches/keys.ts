/** What this screen asks the server is remembered under this name. */
export const BATCHES = ["batches"] as const;
/** While a batch runs or waits for its moment. */
export const LOOK_AGAIN_MS = 2_000;
