/** The words that people of a batch are written, before they are filled in, and what they take. */
import type { Batch } from "@ongea/contract";
import { useWords, type SentenceId } from "../../words/index.ts";
import { MessageCost } from "./message-preview.tsx";

export function Written({ batch }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  const { segments, message_cost: cost, follow_up: followUp, follow_up_counts: counts } = batch;
  const message = batch.message ?? followUp?.message;
  const parts = words.say("batches.message_parts", { segments: segments ?? 0 });
  return (
    <div>
      {followUp && (
        <b className="block">
          {words.say("batches.follow_up")}: {followUp.to.map((one) => words.say(`batches.follow_${one}`)).join(" · ")}
        </b>
      )}
      <p className="m-0 whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {message?.template ? [message.template.name, ...message.template.values].join(" · ") : message?.text}
      </p>
      {counts && <MessageCounts counts={counts} />}
      <b>{followUp ? words.say("batches.follow_up_parts", { parts }) : parts}</b>
      <MessageCost cost={cost} />
    </div>
  );
}

const NAMES: Record<keyof NonNullable<Batch["follow_up_counts"]>, SentenceId> = {
  waiting: "batches.following",
  sending: "batches.sending",
  sent: "messages.sent",
  delivered: "messages.sms_delivered",
  read: "messages.read",
  failed: "batches.outcome_failed",
  unknown: "batches.outcome_unknown",
  refused: "batches.not_sent",
};
const ORDER = ["read", "delivered", "sent", "sending", "waiting", "failed", "unknown", "refused"] as const;

/** Nothing of what did not happen. */
function MessageCounts({ counts }: { counts: NonNullable<Batch["follow_up_counts"]> }): React.ReactNode {
  const words = useWords();
  return (
    <ul className="m-0 flex list-none flex-wrap gap-x-3 p-0">
      {ORDER.filter((one) => counts[one] > 0).map((one) => (
        <li key={one}>
          {words.say(NAMES[one])} <b>{words.number(counts[one])}</b>
        </li>
      ))}
    </ul>
  );
}
