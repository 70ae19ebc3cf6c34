/** Of everything that is asked of topics. */
export const TOPICS = ["topics"] as const;
