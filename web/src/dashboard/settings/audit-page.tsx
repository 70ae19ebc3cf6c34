import { type AuditEntry, listAudit } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { plainFacts } from "../../ui/plain-facts.ts";
import { useWords } from "../../words/index.ts";
import { Section } from "./section.tsx";

const PAGE = 50;
/** Where there is no room for a column of its own, what an act was about stands below it. */
const NARROW = "max-[700px]:py-2 max-[700px]:whitespace-normal max-[700px]:[overflow-wrap:anywhere]";

/** Who did what in the workspace, newest first. */
export function AuditPage(): React.ReactNode {
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
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={words.say("settings.audit_title")}>
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
          {rows.map(({ position, at, actor, act, subject, details }) => (
            <tr key={position}>
              <td className="number max-[700px]:hidden">{words.number(position)}</td>
              <td className="max-[700px]:hidden">{words.moment(at)}</td>
              <td className={`${NARROW} max-[700px]:min-w-40`}>
                {actor}
                <small className="hint hidden max-[700px]:block">{words.moment(at)}</small>
              </td>
              <td className={NARROW}>
                <span className="code">{act}</span>
                <small className="hint hidden max-[700px]:block">
                  <About subject={subject} details={details} />
                </small>
              </td>
              <td className="max-[700px]:hidden">
                <About subject={subject} details={details} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function About({ subject, details }: Pick<AuditEntry, "subject" | "details">): React.ReactNode {
  return (
    <>
      {subject}
      {Object.keys(details).length > 0 && <span className="text-ink-3"> · {plainFacts(details)}</span>}
    </>
  );
}
