import type { SentenceId } from "./catalogue.ts";
import type { Values } from "./message.ts";
import { useWords } from "./provider.tsx";
import { richSentence, type Tags } from "./rich-sentence.tsx";

interface RichProps {
  id: SentenceId;
  values?: Values;
  tags: Tags;
}

/** A sentence with marked words in it. */
export function Rich({ id, values = {}, tags }: RichProps): React.ReactNode {
  return richSentence(useWords(), id, tags, values);
}
