/** Live news of a thread has everything below it read again. */
export const THREADS = ["threads"] as const;
export const SENDERS = ["message-senders"] as const;
export const AFTER_CALLS = ["call-messages"] as const;
export const templatesKey = (id: string) => [...THREADS, "templates", id] as const;
/** The provider is asked for it: not with every live event. */
export const callsKey = (id: string) => ["call-permission", id] as const;
export const threadKey = (id: string) => [...THREADS, "one", id] as const;
