/** One batch: how far it is, and every row of its file with what became of it. */
import { refusalWords } from "../../ui/refusal-words.ts";
import { chosenOf } from "../../ui/chosen.ts";
import {
  addressOf,
  exportCalls,
  listBatchContacts,
  readBatch,
  readBatchEvidence,
  type Batch,
  type BatchContact,
} from "@ongea/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { isMissing, Missing } from "../../ui/missing.tsx";
import { Older } from "../../ui/older.tsx";
import { WideTable } from "../../ui/wide-table.tsx";
import { VersionChoice } from "../../versions/version-choice.tsx";
import { placedMoment, useWords, type SentenceId, type Words } from "../../words/index.ts";
import { BatchActs } from "./batch-acts.tsx";
import { BatchStatusLine, LeftOut, Progress, Reached } from "./batch-parts.tsx";
import { isMoving } from "./batches.tsx";
import { Outcomes } from "./cloth.tsx";
import { Estimate } from "./estimate.tsx";
import { MessageCost } from "./message-preview.tsx";
import { BATCHES, LOOK_AGAIN_MS } from "./keys.ts";

const PAGE = 50;
const STATES = ["waiting", "calling", "finished", "refused"] as const;
const MESSAGE_STATES = ["waiting", "sending", "finished", "refused"] as const;
type State = (typeof STATES | typeof MESSAGE_STATES)[number];
/** `goal`: whose call has reached what the batch is for. */
const SHOWN = ["", ...STATES, "sending", "goal", "no-goal"] as const;
type Shown = Exclude<(typeof SHOWN)[number], "">;

function wantedOf(shown: Shown | ""): { state?: State; reached?: "true" | "false" } {
  if (shown === "goal" || shown === "no-goal") return { reached: shown === "goal" ? "true" : "false" };
  return shown === "" ? {} : { state: shown };
}

/** It may still be started: what that means is said. */
const BEFORE: ReadonlySet<Batch["status"]> = new Set(["created", "scheduled", "stopped", "failed"]);

/** How many people are still to be called. */
const leftOf = ({ valid_contacts: all, finished_count: done }: Batch): number => Math.max(0, all - done);

export function BatchPage(): React.ReactNode {
  const words = useWords();
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const batch = useQuery({
    queryKey: [...BATCHES, "one", id],
    queryFn: () => server.call(readBatch, { params: { batch_id: id } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LOOK_AGAIN_MS : false),
  });
  if (isMissing(batch.error))
    return <Missing title={words.say("refusals.batch.not_found")} to={paths.batches} act={words.say("batches.back")} />;
  return (
    <Loaded query={batch} rows={8}>
      {(one) => (
        <>
          <p>
            <Link className="hint underline" to={`${paths.batches}?agent=${one.agent_id}`}>
              {words.say("batches.back")}
            </Link>
          </p>
          <PageHead title={one.file_name} subtitle={words.moment(one.created_at)}>
            {!one.message && <CallFiles batch={one} />}
            <BatchActs batch={one} gone={() => void navigate(`${paths.batches}?agent=${one.agent_id}`)} />
          </PageHead>
          <section className="grid gap-3" aria-label={words.say("batches.progress")}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <BatchStatusLine batch={one} />
              <VersionChoice kind="batch" target={one.batch_id} agentId={one.agent_id} name={one.file_name} />
            </div>
            <Progress batch={one} size="page" />
            <Outcomes batch={one} />
            <Reached batch={one} />
            <LeftOut batch={one} />
            {one.message && <Written batch={one} />}
            {!one.message && BEFORE.has(one.status) && <Estimate agentId={one.agent_id} contacts={leftOf(one)} />}
          </section>
          <Contacts batchId={id} isMoving={isMoving(one)} hasGoal={one.goal !== null} isMessages={one.message !== null} />
        </>
      )}
    </Loaded>
  );
}

/** Of a batch of calls: messages have no calls to export, and their evidence is not kept as a file. */
function CallFiles({ batch: { batch_id } }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  return (
    <>
      <a className="button" href={`${exportCalls.path}?batch_id=${batch_id}`} download>
        <Icon name="download" />
        {words.say("batches.export")}
      </a>
      <a className="button" href={addressOf(readBatchEvidence.path, { batch_id })} download>
        <Icon name="download" />
        {words.say("batches.evidence")}
      </a>
    </>
  );
}

/** The words before they are filled in, and what they take. */
function Written({ batch: { message, segments, message_cost: cost } }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  return (
    <div>
      <p className="m-0 whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {message?.template ? [message.template.name, ...message.template.values].join(" · ") : message?.text}
      </p>
      <b>{words.say("batches.message_parts", { segments: segments ?? 0 })}</b>
      <MessageCost cost={cost} />
    </div>
  );
}

interface ContactsProps {
  batchId: string;
  isMoving: boolean;
  hasGoal: boolean;
  isMessages: boolean;
}

function Contacts({ batchId, isMoving: moves, hasGoal, isMessages }: ContactsProps): React.ReactNode {
  const words = useWords();
  const [state, setState] = useState<Shown | "">("");
  const contacts = useInfiniteQuery({
    queryKey: [...BATCHES, "contacts", batchId, state],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listBatchContacts, {
        params: { batch_id: batchId },
        query: { limit: PAGE, ...wantedOf(state), ...(cursor === "" ? {} : { cursor }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: moves ? LOOK_AGAIN_MS * 2 : false,
  });
  return (
    <>
      <div className="max-w-60 py-4">
        <SelectField
          label={words.say("batches.shown")}
          value={state}
          onChange={({ target }) => setState(chosenOf(SHOWN, target.value))}
        >
          <option value="">{words.say("batches.everybody")}</option>
          {(isMessages ? MESSAGE_STATES : STATES).map((one) => (
            <option key={one} value={one}>
              {words.say(isMessages && one === "finished" ? "batches.handled" : `batches.${one}`)}
            </option>
          ))}
          {hasGoal && (
            <>
              <option value="goal">{words.say("batches.goal_reached")}</option>
              <option value="no-goal">{words.say("batches.goal_missed")}</option>
            </>
          )}
        </SelectField>
      </div>
      <Older query={contacts}>
        {(rows) =>
          rows.length > 0 ? <Rows rows={rows} isMessages={isMessages} /> : <Empty title={words.say("batches.nobody")} />
        }
      </Older>
    </>
  );
}

function Rows({ rows, isMessages }: { rows: readonly BatchContact[]; isMessages: boolean }): React.ReactNode {
  const words = useWords();
  return (
    <WideTable label={words.say("batches.shown")}>
      <table>
        <thead>
          <tr>
            <th className="number">{words.say("batches.line")}</th>
            <th>{words.say("batches.number")}</th>
            <th>{words.say("batches.outcome")}</th>
            {!isMessages && <th className="number">{words.say("batches.attempts")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className="number">{words.number(row.line)}</td>
              <td>
                <bdi className="font-bold">{row.number}</bdi>
                <small className="block text-ink-2 [overflow-wrap:anywhere]">{Object.values(row.variables).join(" · ")}</small>
              </td>
              <td>
                <Outcome row={row} isMessages={isMessages} />
              </td>
              {!isMessages && <td className="number">{row.state === "refused" ? "" : words.number(row.attempts)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function Outcome({ row, isMessages }: { row: BatchContact; isMessages: boolean }): React.ReactNode {
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
