/** By what calls are compared with topics, what a service has counted for it, and that it fails at the moment. */
import type { TopicComparison } from "@ongea/contract";
import { useDollars } from "../../../shell/money.ts";
import { useWords, type SentenceId } from "../../../words/index.ts";

const BY: Readonly<Record<TopicComparison["embedding"], readonly [name: SentenceId, note: SentenceId]>> = {
  builtin: ["knowledge.embedding_builtin", "knowledge.embedding_builtin_note"],
  local: ["knowledge.embedding_local", "knowledge.embedding_local_note"],
  connected: ["knowledge.embedding_connected", "knowledge.embedding_connected_note"],
};

export function Compared({ compared }: { compared: TopicComparison }): React.ReactNode {
  const words = useWords();
  const dollars = useDollars();
  const { embedding, embedding_model: model, embedding_tokens: tokens, embedding_usd: usd, is_failing: isFailing } = compared;
  const [name, note] = BY[embedding];
  const counted = words.say("knowledge.tokens", { count: words.number(tokens) });
  return (
    <>
      <p className="hint pt-3">
        {words.say("knowledge.embedding")}: <bdi>{model ?? words.say(name)}</bdi>. {words.say(note)}{" "}
        {words.say("topics.compared")}
        {tokens > 0 && ` ${[counted, ...(usd === null ? [] : [dollars(usd)])].join(", ")}`}
      </p>
      {isFailing && (
        <p className="hint" role="status">
          {words.say("topics.failing")}
        </p>
      )}
    </>
  );
}
