/** A call with an assistant in which everything that happens is seen: why a turn was slow, or cut in. */
import { mayActAs, readCall } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { CallButton } from "../call/call-button.tsx";
import { CallHere } from "../call/call-here.tsx";
import { useOwnCall } from "../call/own-call.tsx";
import "../docs/docs.css";
import { server } from "../server.ts";
import { useMe } from "../shell/me.tsx";
import { useMoney } from "../shell/money.ts";
import { PageHead } from "../shell/page-head.tsx";
import { Empty } from "../ui/empty.tsx";
import { SelectField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useWords } from "../words/index.ts";
import { agentsQuery, draftQuery } from "./agents-query.ts";
import { Again } from "./again/again.tsx";
import { Answers } from "./answers.tsx";
import { delaysOf, type Group, GROUPS, momentsOf } from "./events.ts";
import { Moments } from "./moments.tsx";
import "./playground.css";
import { SameByApi } from "./same-by-api.tsx";
import { Timeline } from "./timeline.tsx";
import { type LiveEntries, useEntries } from "./use-entries.ts";

const PLACE = "playground";

export function Playground(): React.ReactNode {
  const words = useWords();
  const query = useQuery(agentsQuery);
  return (
    <>
      <PageHead title={words.say("playground.title")} subtitle={words.say("playground.subtitle")} />
      <Loaded query={query} rows={4}>
        {(agents) =>
          agents.length === 0 ? (
            <Empty title={words.say("playground.no_agents")} />
          ) : (
            <Room agents={agents.map(({ id, agent_name: name }) => ({ id, name, isDraft: true }))} />
          )
        }
      </Loaded>
    </>
  );
}

interface Named {
  id: string;
  name: string;
  /** One with a draft answers here as the draft has it. */
  isDraft: true;
}

function Room({ agents }: { agents: readonly Named[] }): React.ReactNode {
  const words = useWords();
  const [places, setPlaces] = useSearchParams();
  const mayCall = mayActAs(useMe().workspace.role, "agent_manager");
  const own = useOwnCall();
  const agent = agents.find(({ id }) => id === places.get("agent")) ?? agents[0];
  const callId = (own.place === PLACE ? own.view.callId : undefined) ?? idIn(places.get("call"));
  const heard = useEntries(callId);
  const isHere = own.isBusy && own.place === PLACE;
  if (!agent) return null;
  return (
    <div className="play">
      <div className="play-talk">
        <SelectField
          label={words.say("calls.assistant")}
          value={agent.id}
          disabled={isHere}
          onChange={({ target }) => setPlaces({ agent: target.value }, { replace: true })}
        >
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <CallButton agent={agent} place={PLACE} disabled={!mayCall} givesWay>
          {words.say("playground.call")}
        </CallButton>
        {!mayCall && <p className="hint">{words.say("shell.needs_role")}</p>}
        <DraftNote agentId={agent.id} />
        <CallHere place={PLACE} />
        {heard.closed && callId !== undefined && <Cost callId={callId} />}
      </div>
      <div className="play-seen">
        {callId === undefined ? (
          <Empty title={words.say("playground.nothing")}>{words.say("playground.nothing_note")}</Empty>
        ) : (
          <>
            <Seen key={callId} heard={heard} />
            {heard.closed && <Again key={callId} callId={callId} entries={heard.entries} disabled={!mayCall || own.isBusy} />}
          </>
        )}
        <SameByApi agentId={agent.id} callId={callId} />
      </div>
    </div>
  );
}

function DraftNote({ agentId }: { agentId: string }): React.ReactNode {
  const words = useWords();
  const { data } = useQuery(draftQuery(agentId));
  return data?.draft ? <p className="hint">{words.say("playground.draft", { version: data.version })}</p> : null;
}

/** Of a call to look at, as an address has it. */
function idIn(text: string | null): string | undefined {
  return text !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined;
}

function Seen({ heard }: { heard: LiveEntries }): React.ReactNode {
  const [nowMs, look] = useState<number>();
  const [shown, show] = useState<ReadonlySet<Group>>(() => new Set(GROUPS));
  const all = useMemo(() => momentsOf(heard.entries), [heard.entries]);
  const answers = useMemo(() => delaysOf(heard.entries), [heard.entries]);
  const untilNow = <T extends { atMs: number }>(rows: readonly T[]): readonly T[] =>
    nowMs === undefined ? rows : rows.filter(({ atMs }) => atMs <= nowMs);
  return (
    <>
      <Timeline heard={heard} nowMs={nowMs} look={look} />
      <Answers all={untilNow(answers)} goTo={look} />
      <Moments moments={untilNow(all)} shown={shown} show={show} goTo={look} />
    </>
  );
}

function Cost({ callId }: { callId: string }): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const { data } = useQuery({
    queryKey: ["call", callId, "cost"],
    queryFn: () => server.call(readCall, { params: { execution_id: callId } }),
  });
  if (!data) return null;
  return (
    <p className="play-cost">
      {words.say("playground.cost")} <b className="phone-number">{money(data.total_cost, "USD")}</b>
    </p>
  );
}
