import type { Answer, previewContacts } from "@ongea/contract";
import { useWords } from "../../words/index.ts";
import { columnsOf } from "./columns.ts";
import { Estimate } from "./estimate.tsx";
import { RefusedRows } from "./refused-rows.tsx";

const SHOWN = 5;

/** What a file would give, before anything is kept: who would be called, and which rows are left out, and why. */
export function Preview({ found, agentId }: { found: Answer<typeof previewContacts>; agentId: string }): React.ReactNode {
  const words = useWords();
  const { valid_contacts: valid, refused_count: bad, refused, contacts, consent_needed: needed } = found;
  const regions = new Intl.DisplayNames([words.language, "en"], { type: "region" });
  return (
    <section aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>
        <b>{words.say("batches.found", { valid })}</b>
      </p>
      <ul className="m-0 list-none border-s-2 border-line ps-3">
        {contacts.slice(0, SHOWN).map(({ line, number, variables }) => (
          <li key={line}>
            <bdi className="font-bold">{number}</bdi> <span className="text-ink-2">{columnsOf(variables)}</span>
          </li>
        ))}
        {valid > SHOWN && <li aria-hidden="true">…</li>}
      </ul>
      <Estimate agentId={agentId} contacts={valid} />
      {needed.length > 0 && (
        <p className="hint">
          {words.say("batches.consent_needed", { countries: needed.map((code) => regions.of(code) ?? code).join(", ") })}
        </p>
      )}
      <RefusedRows rows={refused} count={bad} />
    </section>
  );
}
