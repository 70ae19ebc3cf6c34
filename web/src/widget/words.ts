/** The sentences of a widget's frame, in the page's language: they travel in it. */
import type { SiteWords } from "../site/place.ts";

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
export type FrameSentence = (typeof SAID_BY_SCRIPT)[number] | "off";

/** For the page, when it is rendered. */
export function frameWords(words: SiteWords): Record<FrameSentence, string> {
  const said = SAID_BY_SCRIPT.map((id) => [id, words.say(`landing.${id}`)] as const);
  return { ...Object.fromEntries(said), off: words.say("widget.off") } as Record<FrameSentence, string>;
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
