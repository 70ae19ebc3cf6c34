/** The sentences that the site's script says, in the language of the page: they travel in it. */
import { TOOL_ACTIONS } from "../tool-actions.ts";
import type { SiteWords } from "../page-context.ts";

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
const TALK = [
  "talk_connecting",
  "talk_listening",
  "talk_unheard",
  "talk_in_english",
  "talk_speaking",
  "talk_thinking",
  "talk_ended",
  "talk_again",
  "talk_you",
  "talk_refused",
  "talk_none",
  "talk_busy",
  "talk_too_many",
  "talk_off",
  "talk_failed",
  "assistant",
  "looked_up",
  ...Object.values(TOOL_ACTIONS),
  "caller_spoke",
  "answered_in",
] as const;
const WRITING = ["chat_waiting", "chat_failed", "chat_person"] as const;
export type ScriptSentence = (typeof SENTENCES)[number] | (typeof TALK)[number] | (typeof WRITING)[number];

/** For the page, when it is rendered; a value that is not known yet stands as `{email}`. */
export function scriptWords(words: SiteWords, path: string): Partial<Record<ScriptSentence, string>> {
  const open = { email: "{email}", seconds: "{seconds}" };
  const talk = path === "/" ? TALK.map((id) => [id, words.say(`landing.${id}`, open)] as const) : [];
  const writing = path === "/" ? WRITING.map((id) => [id, words.say(`widget.${id}`)] as const) : [];
  return Object.fromEntries([...SENTENCES.map((id) => [id, words.say(`frame.${id}`, open)] as const), ...talk, ...writing]);
}

let read: Record<string, string> | undefined;

/** In the browser: the page's own sentence. */
export function say(id: ScriptSentence): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this program wrote the page
  read ??= JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Record<string, string>;
  return read[id] ?? "";
}
