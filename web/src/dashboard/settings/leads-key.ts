/** What the inbox asks the server is remembered under this name. */
export const LEADS = ["leads"] as const;
