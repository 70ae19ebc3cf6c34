/** What the agent's webhook was told last, and the secret that it is signed with. */
import { type Agent, makeWebhookSecret, mayActAs, resendWebhook, type WebhookDelivery } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
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
import * as questions from "./questions.ts";

const TryWebhook = lazy(async () => ({ default: (await import("./try-webhook.tsx")).TryWebhook }));

export function Webhook({ agent }: { agent: Agent }): React.ReactNode {
  if ((agent.webhook_url ?? "") === "") return null;
  return (
    <>
      <Secret />
      <Deliveries agentId={agent.id} />
    </>
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
      {mayTry && (
        <Suspense>
          <TryWebhook agentId={agentId} />
        </Suspense>
      )}
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
  const { id, execution_id, status, state, created_at } = delivery;
  const mayResend = mayActAs(useMe().workspace.role, "agent_manager") && state !== "waiting";
  const resend = useAct({
    act: () => server.call(resendWebhook, { params: { delivery_id: id } }),
    changes: [["agent", agentId, "deliveries"]],
  });
  return (
    <li>
      <Link to={paths.call(execution_id)}>
        <time dateTime={created_at}>{words.moment(created_at)}</time>
      </Link>
      <b>{statusWords(status, words)[1]}</b>
      <span className="grow" />
      <span className={MARKS[state]}>{words.say(`agents.webhook_${state}`)}</span>
      {delivery.problem !== null && <span className="hint">{problemOf(words, delivery)}</span>}
      {mayResend && (
        <button type="button" className="link" disabled={resend.busy} onClick={() => resend.do()}>
          {words.say("agents.webhook_resend")}
        </button>
      )}
      <ProblemLine>{resend.problem}</ProblemLine>
    </li>
  );
}

function problemOf(words: Words, { problem, answer_status }: WebhookDelivery): string {
  if (problem === null) return "";
  return words.say(`agents.webhook_${problem}`, { status: answer_status ?? "" });
}
