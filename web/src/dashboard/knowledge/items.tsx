import type { KnowledgeItem } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords } from "../../words/index.ts";
import { Delete, ItemState, Retry, sourceOf } from "./item-parts.tsx";
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
  const { id, title, type, status, chunks, created_at: created } = item;
  const name = sourceOf(item);
  return (
    <tr>
      <td>
        <Link className="block font-bold underline" to={paths.knowledgeItem(id)} dir="auto">
          {title}
        </Link>
        {name !== null && <small className="block text-ink-2 [overflow-wrap:anywhere]">{name}</small>}
      </td>
      <td>
        <UsedBy item={item} mayChange={mayChange} />
      </td>
      <td>{words.say(`knowledge.${type}`)}</td>
      <td>
        <ItemState item={item} mayChange={mayChange} />
      </td>
      <td className="number">{status === "ready" ? words.number(chunks) : ""}</td>
      <td>{words.moment(created)}</td>
      {mayChange && (
        <td className="number whitespace-nowrap">
          {status === "error" && <Retry item={item} />}
          <Delete item={item} />
        </td>
      )}
    </tr>
  );
}
