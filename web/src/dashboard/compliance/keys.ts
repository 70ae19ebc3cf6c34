export const RULES = ["check-rules"] as const;
export const FAILURES = ["check-failures"] as const;
