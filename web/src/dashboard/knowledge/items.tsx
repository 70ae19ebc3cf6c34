import { deleteKnowledge, retryKnowledge, type KnowledgeItem } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords, type SentenceId, type Words } from "../../words/index.ts";
import { ItemEmbedding } from "./item-embedding.tsx";
import { KNOWLEDGE } from "./keys.ts";
import { UsedBy } from "./used-by.tsx";

/** `mayChange`: whoever looks may read them anew, delete them, and say what they are compared by. */
export function Items({ items, mayChange }: { items: readonly KnowledgeItem[]; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  return (
    <WideTable label={words.say("knowledge.title")}>
      <table>
        <thead>
          <tr>
            <th>{words.say("knowledge.name")}</th>
            <th className="min-w-28">{words.say("knowledge.used_by")}</th>
            <th>{words.say("knowledge.kind")}</th>
            <th className="min-w-52">{words.say("knowledge.status")}</th>
            <th className="number">{words.say("knowledge.passages")}</th>
            <th>{words.say("knowledge.added_on")}</th>
            {mayChange && (
              <th>
                <span className="visually-hidden">{words.say("knowledge.delete")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} item={item} mayChange={mayChange} />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function Row({ item, mayChange }: { item: KnowledgeItem; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const { id, title, type, source, status, problem, chunks, pages, pages_read: pagesRead, created_at: created } = item;
  const params = { item_id: id };
  const retry = useAct({ act: () => server.call(retryKnowledge, { params }), changes: [KNOWLEDGE] });
  const name = type === "text" || type === "faq" || source === title ? null : source;
  return (
    <tr>
      <td>
        <b className="block">{title}</b>
        {name !== null && <small className="block text-ink-2 [overflow-wrap:anywhere]">{name}</small>}
      </td>
      <td>
        <UsedBy item={item} mayChange={mayChange} />
      </td>
      <td>{words.say(`knowledge.${type}`)}</td>
      <td>
        <span className={`status ${SHAPES[status]}`}>{words.say(`knowledge.${status}`)}</span>
        {pages > 1 && status !== "error" && (
          <small className="block text-ink-2">
            {words.say("knowledge.pages_read", { count: words.number(pagesRead), most: words.number(pages) })}
          </small>
        )}
        {problem !== null && <small className="block text-ink-2">{whyNot(words, problem)}</small>}
        {status === "ready" && <ItemEmbedding item={item} mayChange={mayChange} />}
      </td>
      <td className="number">{status === "ready" ? words.number(chunks) : ""}</td>
      <td>{words.moment(created)}</td>
      {mayChange && (
        <td className="number whitespace-nowrap">
          {status === "error" && (
            <Button rank="quiet" busy={retry.busy && words.say("knowledge.retry")} onClick={() => retry.do()}>
              {words.say("knowledge.retry")}
            </Button>
          )}
          <Delete item={item} />
        </td>
      )}
    </tr>
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

function Delete({ item: { id, title } }: { item: KnowledgeItem }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(deleteKnowledge, { params: { item_id: id } }),
    changes: [KNOWLEDGE],
    done: () => {
      setAsking(false);
      toast(words.say("knowledge.deleted"));
    },
  });
  const question = words.say("knowledge.delete_title", { title });
  return (
    <>
      <Button rank="bad" onClick={() => setAsking(true)} aria-label={question}>
        {words.say("knowledge.delete")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={question}
        description={words.say("knowledge.delete_note")}
        act={words.say("knowledge.delete")}
        busy={act.busy && words.say("knowledge.deleting")}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </>
  );
}
