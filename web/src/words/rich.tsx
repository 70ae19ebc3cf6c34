import { Fragment } from "react";
import type { SentenceId } from "./catalogue.ts";
import type { Values } from "./message.ts";
import { useWords } from "./provider.tsx";
import type { Words } from "./words.ts";

type Tags = Readonly<Record<string, (text: string) => React.ReactNode>>;

interface RichProps {
  id: SentenceId;
  values?: Values;
  /** What `<b>…</b>` and the like in the sentence become. */
  tags: Tags;
}

/** A sentence with marked words in it. */
export function Rich({ id, values = {}, tags }: RichProps): React.ReactNode {
  return richSentence(useWords(), id, tags, values);
}

export function richSentence(words: Words, id: SentenceId, tags: Tags, values: Values = {}): React.ReactNode {
  // The odd parts are a tag's name followed by its text.
  const parts = words.say(id, values).split(/<(\w+)>(.*?)<\/\1>/su);
  return parts.map((part, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>;
    if (index % 3 === 1) return null;
    return <Fragment key={index}>{tags[parts[index - 1] ?? ""]?.(part) ?? part}</Fragment>;
  });
}
