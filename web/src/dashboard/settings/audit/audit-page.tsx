import { type AuditEntry, listAudit } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { server } from "../../../server.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Older } from "../../../ui/older.tsx";
import { WideTable } from "../../../ui/wide-table.tsx";
import { type FurtherArea, useAreas, useWords } from "../../../words/index.ts";
import { Section } from "../section.tsx";
import { About } from "./about.tsx";
import { Address } from "./address.tsx";

/** The names of acts are many, and no other page says them. */
const AREAS: readonly FurtherArea[] = ["access", "audit", "settings"];
const PAGE = 50;
/** Where there is no room for a column of its own, what an act was about stands below it. */
const NARROW = "max-[700px]:py-2 max-[700px]:whitespace-normal max-[700px]:[overflow-wrap:anywhere]";

/** Who did what in the workspace, newest first. */
export function AuditPage(): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const log = useInfiniteQuery({
    queryKey: ["audit"],
    queryFn: ({ pageParam: cursor }) => server.call(listAudit, { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Section title={words.say("settings.audit_title")} note={words.say("settings.audit_note")}>
      <Older query={log}>
        {(rows) => (rows.length === 0 ? <Empty title={words.say("settings.audit_none")} /> : <Rows rows={rows} />)}
      </Older>
    </Section>
  );
}

function Rows({ rows }: { rows: readonly AuditEntry[] }): React.ReactNode {
  const words = useWords();
  return (
    <WideTable label={words.say("settings.audit_title")}>
      <table>
        <thead>
          <tr>
            <th className="number max-[700px]:hidden">#</th>
            <th className="max-[700px]:hidden">{words.say("settings.audit_when")}</th>
            <th>{words.say("settings.audit_who")}</th>
            <th>{words.say("settings.audit_what")}</th>
            <th className="max-[700px]:hidden">{words.say("settings.audit_about")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <Row key={entry.position} entry={entry} />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function Row({ entry }: { entry: AuditEntry }): React.ReactNode {
  const words = useWords();
  const { position, at, actor, act } = entry;
  const sentence = words.find(`audit.${act}`);
  return (
    <tr>
      <td className="number max-[700px]:hidden">{words.number(position)}</td>
      <td className="max-[700px]:hidden">{words.moment(at)}</td>
      <td className={`${NARROW} max-[700px]:min-w-40`}>
        <Address text={actor} />
        <small className="hint hidden max-[700px]:block">{words.moment(at)}</small>
      </td>
      <td className={NARROW}>
        {/* An act of another version of the server may have no sentence here: its code says it. */}
        {sentence === undefined ? <span className="code">{act}</span> : <span title={act}>{sentence}</span>}
        <small className="hint hidden max-[700px]:block">
          <About entry={entry} />
        </small>
      </td>
      <td className="min-w-80 py-1.5 whitespace-normal max-[700px]:hidden">
        <About entry={entry} />
      </td>
    </tr>
  );
}
