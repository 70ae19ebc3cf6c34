/** Conversations in writing: what people write to agents, and who answers. */
export { type Address, addSeededThreads, type SeededThread } from "./messages/store.ts";
export type { Attachments } from "./files/attach.ts";
export type { Threads } from "./messages/threads.ts";
export { openThreads, type ThreadsDomain } from "./open.ts";
