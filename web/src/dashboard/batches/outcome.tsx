/** What became of one row of a batch: of its call, of its message, or of both. */
import type { BatchContact } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { refusalWords } from "../../ui/refusal-words.ts";
import { placedMoment, useWords, type SentenceId, type Words } from "../../words/index.ts";

export function Outcome({ row, isMessages }: { row: BatchContact; isMessages: boolean }): React.ReactNode {
  const words = useWords();
  const { shape, name } = shownAs(row, isMessages);
  const why = whyOf(words, row);
  const label = <span className={`status ${shape}`}>{words.say(name)}</span>;
  const hasCall = row.execution_id !== null && row.attempts > 0 && row.outcome !== "unknown";
  const threadId = row.thread_id;
  return (
    <>
      {threadId !== null ? (
        <Link to={paths.thread(threadId)}>
          {label} <span className="visually-hidden">{words.say("batches.open_thread", { number: row.number })}</span>
        </Link>
      ) : hasCall ? (
        <Link to={paths.call(row.execution_id ?? "")}>
          {label} <span className="visually-hidden">{words.say("batches.open_call", { number: row.number })}</span>
        </Link>
      ) : (
        label
      )}
      {why !== undefined && <small className="block whitespace-normal text-ink-2">{why}</small>}
    </>
  );
}

function shownAs({ state, outcome }: BatchContact, isMessages: boolean): { shape: string; name: SentenceId } {
  if (state === "refused") return { shape: "bad", name: "batches.refused" };
  if (state === "waiting") return { shape: "waiting", name: "batches.waiting" };
  if (state === "calling") return { shape: "under-way", name: "batches.calling" };
  if (state === "following") return { shape: "waiting", name: "batches.following" };
  if (state === "sending") return { shape: "under-way", name: "batches.sending" };
  if (isMessages && outcome === "refused") return { shape: "bad", name: "batches.not_sent" };
  return OUTCOMES[outcome ?? "unknown"];
}

const OUTCOMES: Record<NonNullable<BatchContact["outcome"]>, { shape: string; name: SentenceId }> = {
  completed: { shape: "good", name: "batches.outcome_completed" },
  failed: { shape: "bad", name: "batches.outcome_failed" },
  error: { shape: "bad", name: "batches.outcome_failed" },
  "balance-low": { shape: "bad", name: "batches.outcome_failed" },
  busy: { shape: "still", name: "batches.outcome_busy" },
  "no-answer": { shape: "still", name: "batches.outcome_no_answer" },
  canceled: { shape: "still", name: "batches.outcome_stopped" },
  stopped: { shape: "still", name: "batches.outcome_stopped" },
  refused: { shape: "bad", name: "batches.outcome_refused" },
  unknown: { shape: "waiting", name: "batches.outcome_unknown" },
  sent: { shape: "info", name: "messages.sent" },
  delivered: { shape: "good", name: "messages.sms_delivered" },
  read: { shape: "good", name: "messages.read" },
};

function whyOf(words: Words, { problem, refusal, failure, outcome, not_before: notBefore }: BatchContact): string | undefined {
  if (problem !== null) return words.say(`batches.${problem}`);
  if (refusal !== null) return refusalWords(words, refusal);
  if (failure !== null) return words.say(`messages.failed_${failure}`);
  if (outcome === "unknown") return words.say("batches.unknown_note");
  return notBefore === null ? undefined : words.say("batches.not_before", { moment: placedMoment(words, notBefore) });
}

/** Of a call that a message may follow: the call alone. */
export function callOf(row: BatchContact): BatchContact {
  const isOver = row.state === "following" || row.state === "sending";
  const isMessages = row.message_outcome !== null;
  return {
    ...row,
    state: isOver ? "finished" : row.state,
    thread_id: null,
    failure: null,
    problem: isMessages ? null : row.problem,
    refusal: isMessages ? null : row.refusal,
    not_before: isOver ? null : row.not_before,
  };
}

/** Of a call that a message may follow: the message alone. */
export function MessageAfterCall({ row }: { row: BatchContact }): React.ReactNode {
  const { state, message_outcome: outcome } = row;
  if (state !== "following" && state !== "sending" && outcome === null) return null;
  return <Outcome row={{ ...row, outcome, execution_id: null }} isMessages />;
}
