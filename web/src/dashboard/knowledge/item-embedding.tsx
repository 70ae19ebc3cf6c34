/** What one item's passages are compared by, how many have been, and a way to change it. */
import { changeEmbedding, type KnowledgeItem } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useDollars } from "../../shell/money.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords, type SentenceId } from "../../words/index.ts";
import { EmbeddingFields, wireEmbedding, type Embedding } from "./embedding-fields.tsx";
import { KNOWLEDGE } from "./keys.ts";

export function ItemEmbedding({ item, mayChange }: { item: KnowledgeItem; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const [changing, setChanging] = useState(false);
  const { embedding, embedding_model: model, embedded, chunks, embedding_problem: problem, title } = item;
  const name = model ?? words.say(`knowledge.embedding_${embedding}`);
  const counts = { model: name, count: words.number(embedded), most: words.number(chunks) };
  const question = words.say("knowledge.embedding_change_title", { title });
  return (
    <>
      <small className="block text-ink-2">
        {words.say("knowledge.embedding")}: {embedding === "builtin" ? name : words.say("knowledge.embedding_vectors", counts)}{" "}
        <Spent item={item} />
        {mayChange && (
          <button
            type="button"
            className="link"
            aria-label={`${words.say("knowledge.embedding_change")}: ${question}`}
            onClick={() => setChanging(true)}
          >
            {words.say("knowledge.embedding_change")}
          </button>
        )}
      </small>
      {problem !== null && (
        <small className="block text-ink-2">{words.say(PROBLEMS[problem] ?? "knowledge.vectors_later")}</small>
      )}
      <Dialog open={changing} onOpenChange={setChanging} title={question}>
        <ChangeForm item={item} close={() => setChanging(false)} />
      </Dialog>
    </>
  );
}

/** What the service counted for the vectors, and what that costs where it has a price. */
function Spent({ item: { embedding_tokens: tokens, embedding_usd: usd } }: { item: KnowledgeItem }): React.ReactNode {
  const words = useWords();
  const dollars = useDollars();
  if (tokens === 0) return null;
  const counted = words.say("knowledge.tokens", { count: words.number(tokens) });
  return <>{[counted, ...(usd === null ? [] : [dollars(usd)])].join(", ")} </>;
}

/** Of the others it is asked again. */
const PROBLEMS: Readonly<Record<string, SentenceId>> = {
  "not-connected": "knowledge.vectors_not_connected",
  refused: "knowledge.vectors_refused",
  "bad-answer": "knowledge.vectors_bad_answer",
};

function ChangeForm({ item, close }: { item: KnowledgeItem; close: () => void }): React.ReactNode {
  const words = useWords();
  const [value, setValue] = useState<Embedding>({
    embedding: item.embedding,
    service: item.embedding_service ?? "",
    model: item.embedding_model ?? "",
  });
  const change = useAct({
    act: () => server.call(changeEmbedding, { params: { item_id: item.id }, body: wireEmbedding(value) }),
    changes: [KNOWLEDGE],
    done: () => {
      close();
      toast(words.say("knowledge.embedding_changed"));
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.do();
      }}
    >
      <EmbeddingFields value={value} set={setValue} />
      <ProblemLine>{change.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={change.busy && words.say("knowledge.embedding_changing")}>
          {words.say("knowledge.embedding_change")}
        </Button>
        <Button onClick={close} disabled={change.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}
