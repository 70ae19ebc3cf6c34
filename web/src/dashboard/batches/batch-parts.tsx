/** What is shown of a batch wherever it is shown. */
import type { Batch, BatchStatus } from "@ongea/contract";
import { goalInWords } from "../../call/goal-field.tsx";
import { refusalWords } from "../../ui/refusal-words.ts";
import { placedMoment, useWords, type SentenceId } from "../../words/index.ts";
import { Cloth } from "./cloth.tsx";

export function BatchStatusLine({ batch: { status, scheduled_at: at, problem } }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  const { shape, name } = STATUSES[status];
  return (
    <>
      <span className={`status ${shape}`}>{words.say(name)}</span>
      {status === "scheduled" && at !== null && (
        <small className="block text-ink-2">{words.say("batches.starts", { moment: placedMoment(words, at) })}</small>
      )}
      {status === "failed" && problem !== null && <small className="block text-ink-2">{refusalWords(words, problem)}</small>}
    </>
  );
}

/** Made and not yet planned: the specification calls every other status pending. */
const STATUSES: Record<BatchStatus, { shape: string; name: SentenceId }> = {
  created: { shape: "waiting", name: "batches.pending" },
  scheduled: { shape: "info", name: "batches.scheduled" },
  running: { shape: "under-way", name: "batches.running" },
  completed: { shape: "good", name: "batches.completed" },
  stopped: { shape: "still", name: "batches.stopped_status" },
  failed: { shape: "bad", name: "batches.failed" },
};

/** Of those who can be called, with how many it is over. */
export function progressOf({ finished_count: done, valid_contacts: all }: Batch): number {
  return all === 0 ? 0 : Math.round((100 * done) / all);
}

export function Progress({ batch, size = "row" }: { batch: Batch; size?: "row" | "page" }): React.ReactNode {
  const words = useWords();
  const { finished_count: done, valid_contacts: all } = batch;
  const said = words.say("batches.of", { done: words.number(done), all: words.number(all) });
  return (
    <div className="py-1">
      <Cloth batch={batch} size={size} label={`${words.say("batches.progress")}: ${said}`} />
      <small className="block text-ink-2">
        {words.percent(progressOf(batch) / 100)} · {said}
      </small>
    </div>
  );
}

/** How it went with whom, the commonest first named; nothing of what did not happen. */
export function Results({ batch }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  const counts: [SentenceId, number][] = [
    ["messages.read", batch.read_count],
    ["messages.sms_delivered", batch.delivered_count],
    ["messages.sent", batch.sent_count],
    ["batches.outcome_completed", batch.completed_count],
    ["batches.outcome_no_answer", batch.no_answer_count],
    ["batches.outcome_busy", batch.busy_count],
    ["batches.outcome_failed", batch.failed_count],
    [batch.message ? "batches.not_sent" : "batches.outcome_refused", batch.not_called_count],
    [batch.message ? "batches.sending" : "batches.calling", batch.in_progress_count],
    ["batches.refused", batch.total_contacts - batch.valid_contacts],
  ];
  const there = counts.filter(([, count]) => count > 0);
  return (
    <>
      <ul className="m-0 flex list-none flex-wrap gap-x-3 p-0">
        {there.map(([name, count]) => (
          <li key={name}>
            {words.say(name)} <b>{words.number(count)}</b>
          </li>
        ))}
      </ul>
      <Reached batch={batch} />
    </>
  );
}

/** Of those who can be called, with how many it came to what the batch is for. */
export function Reached({ batch: { goal, reached_count: reached, valid_contacts: all } }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  if (!goal || reached === null) return null;
  const share = words.percent(all === 0 ? 0 : reached / all);
  return (
    <p className="m-0">
      <b>{goalInWords(goal, words)}</b> ·{" "}
      {words.say("batches.goal_result", { reached: words.number(reached), all: words.number(all), share })}
    </p>
  );
}

/** Rows of the file in which nobody stands whom a telephone can reach. */
export function LeftOut({ batch: { total_contacts: rows, valid_contacts: all } }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  return rows > all && <p className="hint m-0">{words.say("batches.found_bad", { bad: rows - all })}</p>;
}
