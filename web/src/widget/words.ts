/** The sentences of a widget's frame, in the page's language: they travel in it. */
import type { SiteWords } from "../site/page-context.ts";

const SAID_BY_SCRIPT = [
  "talk_connecting",
  "talk_listening",
  "talk_speaking",
  "talk_thinking",
  "talk_ended",
  "talk_you",
  "talk_refused",
  "talk_none",
  "talk_busy",
  "talk_too_many",
  "talk_failed",
  "assistant",
] as const;
const SAID_IN_CHAT = ["chat_type", "chat_waiting", "chat_failed", "chat_file_failed", "chat_person", "off"] as const;
export type FrameSentence = (typeof SAID_BY_SCRIPT)[number] | (typeof SAID_IN_CHAT)[number];

/** For the page, when it is rendered. */
export function frameWords(words: SiteWords): Record<FrameSentence, string> {
  const said = SAID_BY_SCRIPT.map((id) => [id, words.say(`landing.${id}`)] as const);
  const inChat = SAID_IN_CHAT.map((id) => [id, words.say(`widget.${id}`)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a sentence for each
  return Object.fromEntries([...said, ...inChat]) as Record<FrameSentence, string>;
}

/** What a page of somebody else's says by itself, before the frame has come. */
export function loaderWords({ say }: SiteWords): Record<string, string> {
  return {
    open: say("widget.open"),
    close: say("frame.close"),
    not_here: say("widget.not_here"),
    not_loaded: say("widget.not_loaded"),
  };
}
