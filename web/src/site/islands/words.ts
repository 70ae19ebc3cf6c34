/** The sentences that the site's script says, in the language of the page: they travel in it. */
import type { SiteWords } from "../place.ts";

const SENTENCES = [
  "name_required",
  "email_required",
  "company_required",
  "position_required",
  "bad_email",
  "bad_code",
  "submitting",
  "verifying",
  "sending",
  "success",
  "demo_sent",
  "verified",
  "message_sent",
  "message_thanks",
  "request_submitted",
  "request_thanks",
  "error",
  "try_again",
  "close",
] as const;
export type ScriptSentence = (typeof SENTENCES)[number];

/** For the page, when it is rendered; a value that is not known yet stands as `{email}`. */
export function scriptWords(words: SiteWords): Record<ScriptSentence, string> {
  return Object.fromEntries(SENTENCES.map((id) => [id, words.say(`frame.${id}`, { email: "{email}" })])) as Record<
    ScriptSentence,
    string
  >;
}

let read: Record<string, string> | undefined;

/** In the browser: the page's own sentence. */
export function say(id: ScriptSentence): string {
  read ??= JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Record<string, string>;
  return read[id] ?? "";
}
