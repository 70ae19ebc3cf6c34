import { marked } from "./marked.ts";

/** A text in which the words that were looked for are marked. */
export function Marked({ text, search }: { text: string; search: string }): React.ReactNode {
  return marked(text, search).map((part, at) => (part.isHit ? <mark key={at}>{part.text}</mark> : part.text));
}
