export const RULES = ["check-rules"] as const;
export const FAILURES = ["check-failures"] as const;
export const THREAD_FAILURES = ["thread-check-failures"] as const;
