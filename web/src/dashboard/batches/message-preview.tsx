import type { Answer, previewBatchMessages } from "@ongea/contract";
import { useMoney } from "../../shell/money.ts";
import { useWords } from "../../words/index.ts";
import { timeOf } from "./estimate.tsx";
import { RefusedRows } from "./refused-rows.tsx";

const SHOWN = 3;

interface MessagePreviewProps {
  found: Answer<typeof previewBatchMessages>;
  /** Whom it leaves out is said of the calls. */
  isAfterCalls: boolean;
}

/** What a file would send, before anything is stored: how many messages and parts, what they cost, and how they read. */
export function MessagePreview({ found, isAfterCalls }: MessagePreviewProps): React.ReactNode {
  const words = useWords();
  const { valid_contacts: valid, refused_count: bad, refused, messages, segments, cost, seconds, consent_needed: needed } = found;
  const regions = new Intl.DisplayNames([words.language, "en"], { type: "region" });
  return (
    <section aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="m-0">
        <b>
          {isAfterCalls
            ? words.say("batches.follow_up_parts", { parts: words.say("batches.message_parts", { segments }) })
            : `${words.say("batches.written", { valid })} · ${words.say("batches.message_parts", { segments })}`}
        </b>
        <MessageCost cost={cost} />
        {valid > 0 && !isAfterCalls && (
          <small className="hint block">{words.say("batches.message_time", { time: timeOf(seconds, words) })}</small>
        )}
      </p>
      <ul className="m-0 grid list-none gap-2 border-s-2 border-line ps-3">
        {messages.slice(0, SHOWN).map(({ line, number, text }) => (
          <li key={line}>
            <bdi className="font-bold">{number}</bdi>
            <span className="block whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]" dir="auto">
              {text}
            </span>
          </li>
        ))}
        {valid > SHOWN && <li aria-hidden="true">…</li>}
      </ul>
      {needed.length > 0 && (
        <p className="hint">
          {words.say("batches.consent_messages", { countries: needed.map((code) => regions.of(code) ?? code).join(", ") })}
        </p>
      )}
      {!isAfterCalls && <RefusedRows rows={refused} count={bad} />}
    </section>
  );
}

/** Of the balance, where the installation charges; the account at the provider pays in any case. */
export function MessageCost({ cost }: { cost: Answer<typeof previewBatchMessages>["cost"] }): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  return (
    <small className="hint block">
      {cost && `${words.say("batches.message_cost", { cost: money(cost.amount, cost.currency) })} `}
      {words.say("batches.message_pays")}
    </small>
  );
}
