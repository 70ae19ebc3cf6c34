/** One batch: how far it is, and every row of its file with what became of it. */
import { chosenOf } from "../../ui/chosen.ts";
import {
  addressOf,
  exportBatchContacts,
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
import { useWords } from "../../words/index.ts";
import { BatchActs } from "./batch-acts.tsx";
import { BatchStatusLine, LeftOut, Progress, Reached } from "./batch-parts.tsx";
import { isMoving } from "./batches.tsx";
import { Outcomes } from "./cloth.tsx";
import { columnsOf } from "./columns.ts";
import { Estimate } from "./estimate.tsx";
import { callOf, MessageAfterCall, Outcome } from "./outcome.tsx";
import { Written } from "./written.tsx";
import { BATCHES, LOOK_AGAIN_MS } from "./keys.ts";

const PAGE = 50;
const STATES = ["waiting", "calling", "finished", "refused"] as const;
const FOLLOWED_STATES = ["waiting", "calling", "following", "sending", "finished", "refused"] as const;
const MESSAGE_STATES = ["waiting", "sending", "finished", "refused"] as const;
type State = (typeof FOLLOWED_STATES)[number];
/** `goal`: whose call has reached what the batch is for. */
const SHOWN = ["", ...FOLLOWED_STATES, "goal", "no-goal"] as const;
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
            <Files batch={one} />
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
            {(one.message ?? one.follow_up) && <Written batch={one} />}
            {!one.message && BEFORE.has(one.status) && <Estimate agentId={one.agent_id} contacts={leftOf(one)} />}
          </section>
          <Contacts
            batchId={id}
            isMoving={isMoving(one)}
            asOf={batch.dataUpdatedAt}
            hasGoal={one.goal !== null}
            sends={sendsOf(one)}
          />
        </>
      )}
    </Loaded>
  );
}

function Files({ batch: { batch_id, message } }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  return (
    <>
      {!message && (
        <a className="button" href={`${exportCalls.path}?batch_id=${batch_id}`} download>
          <Icon name="download" />
          {words.say("batches.export")}
        </a>
      )}
      <a className="button" href={addressOf(exportBatchContacts.path, { batch_id })} download>
        <Icon name="download" />
        {words.say("batches.export_rows")}
      </a>
      <a className="button" href={addressOf(readBatchEvidence.path, { batch_id })} download>
        <Icon name="download" />
        {words.say("batches.evidence")}
      </a>
    </>
  );
}

/** What its people get: calls, messages, or calls that messages follow. */
type Sends = "calls" | "messages" | "both";

function sendsOf({ message, follow_up: followUp }: Batch): Sends {
  if (message) return "messages";
  return followUp ? "both" : "calls";
}

interface ContactsProps {
  batchId: string;
  isMoving: boolean;
  /** When the batch was read: rows that are older are read again, though it has ended since. In ms. */
  asOf: number;
  hasGoal: boolean;
  sends: Sends;
}

const STATES_OF = { calls: STATES, messages: MESSAGE_STATES, both: FOLLOWED_STATES };

function Contacts({ batchId, isMoving: moves, asOf, hasGoal, sends }: ContactsProps): React.ReactNode {
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
    refetchInterval: ({ state: { dataUpdatedAt } }) => (moves || dataUpdatedAt < asOf ? LOOK_AGAIN_MS * 2 : false),
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
          {STATES_OF[sends].map((one) => (
            <option key={one} value={one}>
              {words.say(sends !== "calls" && one === "finished" ? "batches.handled" : `batches.${one}`)}
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
        {(rows) => (rows.length > 0 ? <Rows rows={rows} sends={sends} /> : <Empty title={words.say("batches.nobody")} />)}
      </Older>
    </>
  );
}

function Rows({ rows, sends }: { rows: readonly BatchContact[]; sends: Sends }): React.ReactNode {
  const words = useWords();
  const isMessages = sends === "messages";
  return (
    <WideTable label={words.say("batches.shown")}>
      <table>
        <thead>
          <tr>
            <th className="number">{words.say("batches.line")}</th>
            <th>{words.say("batches.number")}</th>
            <th>{words.say("batches.outcome")}</th>
            {sends === "both" && <th>{words.say("messages.sms_text")}</th>}
            {!isMessages && <th className="number">{words.say("batches.attempts")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className="number">{words.number(row.line)}</td>
              <td>
                <bdi className="font-bold">{row.number}</bdi>
                <small className="block text-ink-2 [overflow-wrap:anywhere]">{columnsOf(row.variables)}</small>
              </td>
              <td>
                <Outcome row={sends === "both" ? callOf(row) : row} isMessages={isMessages} />
              </td>
              {sends === "both" && (
                <td>
                  <MessageAfterCall row={row} />
                </td>
              )}
              {!isMessages && <td className="number">{row.state === "refused" ? "" : words.number(row.attempts)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}
