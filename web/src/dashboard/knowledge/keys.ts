/** What this screen asks the server is remembered under this name. */
export const KNOWLEDGE = ["knowledge"] as const;
