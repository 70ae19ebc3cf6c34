/** The languages that people are served in. Shared by the server, the dashboard and the public site, so it stands on nothing. */
export const LANGUAGES = ["en", "sw", "fr", "pt", "ar", "ha", "yo", "am", "zu"] as const;
export type Language = (typeof LANGUAGES)[number];
