/** What this screen asks the server is remembered under this name. */
export const PROVIDERS_KEY = ["providers"] as const;
