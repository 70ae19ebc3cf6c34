/** What the agent's webhook receives beside calls, what it received last, and the secret that it is signed with. */
import {
  type Agent,
  makeWebhookSecret,
  mayActAs,
  CHOSEN_EVENTS,
  resendWebhook,
  valueAt,
  type WebhookDelivery,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import { statusWords } from "../../call/status.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords, type Words } from "../../words/index.ts";
import type { Bound } from "./fields.tsx";
import * as questions from "./questions.ts";
import { DeliveryBody } from "./delivery-body.tsx";
import { TryWebhook } from "./try-webhook.tsx";

const EVENTS = ["agent_config", "webhook_events"];

export function Webhook({ agent, bound }: { agent: Agent; bound: Bound }): React.ReactNode {
  if ((agent.webhook_url ?? "") === "") return null;
  return (
    <>
      <Events bound={bound} />
      <Secret />
      <Deliveries agentId={agent.id} />
    </>
  );
}

const EVENT_LABELS = {
  "message.received": "agents.webhook_on_received",
  "message.status": "agents.webhook_on_status",
  "agent.published": "agents.webhook_on_published",
  "agent_tests.finished": "agents.webhook_on_tests",
  "rule.failed": "agents.webhook_on_rule",
} as const;

function Events({ bound }: { bound: Bound }): React.ReactNode {
  const words = useWords();
  const id = useId();
  const value = valueAt(bound.document, EVENTS);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <section className="controls" aria-label={words.say("agents.webhook_messages")}>
      <h2>{words.say("agents.webhook_messages")}</h2>
      {CHOSEN_EVENTS.map((event) => (
        <div key={event} className="control">
          <label htmlFor={`${id}-${event}`}>{words.say(EVENT_LABELS[event])}</label>
          <input
            id={`${id}-${event}`}
            type="checkbox"
            role="switch"
            className="switch"
            disabled={bound.readOnly}
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              bound.set(
                EVENTS,
                CHOSEN_EVENTS.filter((one) => (one === event ? target.checked : chosen.includes(one))),
              )
            }
          />
        </div>
      ))}
    </section>
  );
}

function Secret(): React.ReactNode {
  const words = useWords();
  const kept = useQuery(questions.webhookSecret);
  const [shown, setShown] = useState<string>();
  const make = useAct({
    act: () => server.call(makeWebhookSecret),
    changes: [["webhook-secret"]],
    done: ({ secret }) => setShown(secret),
  });
  const mayMake = mayActAs(useMe().workspace.role, "admin");
  return (
    <section className="controls" aria-label={words.say("agents.webhook_secret")}>
      <h2>{words.say("agents.webhook_secret")}</h2>
      <Loaded query={kept}>
        {({ made_at, ends }) => (
          <p>
            {made_at === null
              ? words.say("agents.webhook_unsigned")
              : words.say("agents.webhook_signed", { date: words.moment(made_at), ends: ends ?? "" })}
          </p>
        )}
      </Loaded>
      <ProblemLine>{make.problem}</ProblemLine>
      {mayMake && (
        <div>
          <Button busy={make.busy && words.say("shell.saving")} onClick={() => make.do()}>
            {words.say("agents.webhook_make_secret")}
          </Button>
        </div>
      )}
      <Dialog
        open={shown !== undefined}
        onOpenChange={(open) => !open && setShown(undefined)}
        title={words.say("agents.webhook_secret")}
        description={words.say("agents.webhook_secret_note")}
      >
        <Copy text={shown ?? ""} />
        <Button onClick={() => setShown(undefined)}>{words.say("shell.close")}</Button>
      </Dialog>
    </section>
  );
}

function Deliveries({ agentId }: { agentId: string }): React.ReactNode {
  const words = useWords();
  const deliveries = useQuery(questions.deliveries(agentId));
  const mayTry = mayActAs(useMe().workspace.role, "agent_manager");
  return (
    <section className="controls" aria-label={words.say("agents.webhook_deliveries")}>
      <h2>{words.say("agents.webhook_deliveries")}</h2>
      {mayTry && <TryWebhook agentId={agentId} />}
      <Loaded query={deliveries} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="hint">{words.say("agents.webhook_none")}</p>
          ) : (
            <ul className="rows versions">
              {data.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} agentId={agentId} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const MARKS = { waiting: "status waiting", delivered: "status good", failed: "status bad" };

function Delivery({ delivery, agentId }: { delivery: WebhookDelivery; agentId: string }): React.ReactNode {
  const words = useWords();
  const { id, state, created_at } = delivery;
  const [isShown, setShown] = useState(false);
  const mayResend = mayActAs(useMe().workspace.role, "agent_manager") && state !== "waiting";
  const resend = useAct({
    act: () => server.call(resendWebhook, { params: { delivery_id: id } }),
    changes: [["agent", agentId, "deliveries"]],
  });
  return (
    <li>
      <Link to={addressOf(delivery, agentId)}>
        <time dateTime={created_at}>{words.moment(created_at)}</time>
      </Link>
      <b>{whatOf(words, delivery)}</b>
      <span className="grow" />
      <span className={MARKS[state]}>{words.say(`agents.webhook_${state}`)}</span>
      <span className="hint">{answerOf(words, delivery)}</span>
      <button type="button" className="link" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {words.say("agents.webhook_body")}
      </button>
      {mayResend && (
        <button type="button" className="link" disabled={resend.busy} onClick={() => resend.do()}>
          {words.say("agents.webhook_resend")}
        </button>
      )}
      <ProblemLine>{resend.problem}</ProblemLine>
      {isShown && <DeliveryBody id={id} />}
    </li>
  );
}

function addressOf({ execution_id, thread_id }: WebhookDelivery, agentId: string): string {
  if (thread_id !== null) return paths.thread(thread_id);
  return execution_id === null ? paths.agent(agentId) : paths.call(execution_id);
}

function whatOf(words: Words, { event, status, message_state: state }: WebhookDelivery): string {
  if (status !== null) return statusWords(status, words)[1];
  if (event === "agent.published" || event === "agent_tests.finished" || event === "rule.failed")
    return words.say(EVENT_LABELS[event]);
  if (state === "received" || state === "sent" || state === "failed") return words.say(`agents.webhook_msg_${state}`);
  return words.say("agents.webhook_msg_delivered");
}

function answerOf(words: Words, { problem, answer_status: status }: WebhookDelivery): string {
  if (problem === null) return status === null ? "" : words.say("agents.webhook_answered", { status });
  return words.say(`agents.webhook_${problem}`, { status: status ?? "" });
}
