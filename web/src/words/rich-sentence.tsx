import { Fragment } from "react";
import type { Values } from "./message.ts";
import type { Words } from "./words.ts";

/** What `<b>…</b>` and the like in a sentence become. */
export type Tags = Readonly<Record<string, (text: string) => React.ReactNode>>;

export function richSentence<Id extends string>(words: Words<Id>, id: Id, tags: Tags, values: Values = {}): React.ReactNode {
  // Plain text, the name of a tag, its text, plain text, …
  const parts = words.say(id, values).split(/<(\w+)>(.*?)<\/\1>/su);
  return parts.map((part, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>;
    if (index % 3 === 1) return null;
    return <Fragment key={index}>{tags[parts[index - 1] ?? ""]?.(part) ?? part}</Fragment>;
  });
}
