/**
 * What a caller meets before a call is recorded, the most permissive first: nothing; a sentence that is heard out; a question to which the
 * answer must be yes; and calls that are never recorded. Of a country's and an assistant's the stricter one holds.
 */
export const RECORDING_CONSENTS = ["free", "announce", "ask", "never"] as const;
export type RecordingConsent = (typeof RECORDING_CONSENTS)[number];
