/** What the list and the page of an item show of it alike. */
import { deleteKnowledge, retryKnowledge, type KnowledgeItem } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/confirmed-button.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords, type SentenceId, type Words } from "../../words/index.ts";
import { ItemEmbedding } from "./item-embedding.tsx";
import { KNOWLEDGE } from "./keys.ts";

/** While something is being worked on. */
export const LOOK_AGAIN_MS = 1_500;

export function isWorkedOn({ status, embedding, embedded, chunks, embedding_problem: problem }: KnowledgeItem): boolean {
  const isWithoutVectors = embedding !== "builtin" && embedded < chunks && problem === null;
  return status === "processing" || (status === "ready" && isWithoutVectors);
}

/** The file or the address, where the title does not say it already. */
export function sourceOf({ type, source, title }: KnowledgeItem): string | null {
  return type === "text" || type === "faq" || source === title ? null : source;
}

export function ItemState({ item, mayChange }: { item: KnowledgeItem; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const { status, problem, pages, pages_read: pagesRead } = item;
  return (
    <>
      <span className={`status ${SHAPES[status]}`}>{words.say(`knowledge.${status}`)}</span>
      {pages > 1 && status !== "error" && (
        <small className="block text-ink-2">
          {words.say("knowledge.pages_read", { count: words.number(pagesRead), most: words.number(pages) })}
        </small>
      )}
      {problem !== null && <small className="block text-ink-2">{whyNot(words, problem)}</small>}
      {status === "ready" && <ItemEmbedding item={item} mayChange={mayChange} />}
    </>
  );
}

export function Retry({ item }: { item: KnowledgeItem }): React.ReactNode {
  const words = useWords();
  const params = { item_id: item.id };
  const retry = useAct({ act: () => server.call(retryKnowledge, { params }), changes: [KNOWLEDGE] });
  return (
    <Button rank="quiet" busy={retry.busy && words.say("knowledge.retry")} onClick={() => retry.do()}>
      {words.say("knowledge.retry")}
    </Button>
  );
}

const SHAPES = { ready: "good", processing: "under-way", error: "bad" } as const;

/** A reason that this page does not know yet is a damaged file. */
function whyNot(words: Words, problem: string): string {
  return words.say(PROBLEMS[problem] ?? "knowledge.problem_broken");
}

const PROBLEMS: Readonly<Record<string, SentenceId>> = {
  encrypted: "knowledge.problem_encrypted",
  empty: "knowledge.problem_empty",
  broken: "knowledge.problem_broken",
  "too-long": "knowledge.problem_too_long",
  "no-text": "knowledge.problem_no_text",
  "too-slow": "knowledge.problem_too_slow",
  "too-much-memory": "knowledge.problem_too_much_memory",
  "not-reached": "knowledge.problem_not_reached",
  private: "knowledge.problem_private",
  "too-large": "knowledge.problem_too_large",
  "not-a-page": "knowledge.problem_not_a_page",
  robots: "knowledge.problem_robots",
  "not-found": "knowledge.problem_not_found",
  full: "knowledge.problem_full",
};

/** `done`: where one goes when it is gone. */
export function Delete({
  item: { id, title },
  done,
}: {
  item: Pick<KnowledgeItem, "id" | "title">;
  done?: () => void;
}): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(deleteKnowledge, { params: { item_id: id } }),
    changes: [KNOWLEDGE],
    done: () => {
      setAsking(false);
      toast(words.say("knowledge.deleted"));
      done?.();
    },
  });
  const question = words.say("knowledge.delete_title", { title });
  return (
    <ConfirmedButton
      name={words.say("knowledge.delete")}
      question={question}
      note={words.say("knowledge.delete_note")}
      busy={words.say("knowledge.deleting")}
      act={act}
      asking={asking}
      ask={setAsking}
    />
  );
}
