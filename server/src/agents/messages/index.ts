/** Messages that assistants take in calls for the people who work there. */
export { createMessages, type Messages } from "./messages.ts";
export { createMessageStore, messageMigrations, type MessageStore } from "./store.ts";
