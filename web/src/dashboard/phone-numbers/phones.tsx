/** Phones of the workspace: which are registered, and where; added, rung, given another password, deleted. */
import {
  deletePhone,
  listPhones,
  mayActAs,
  MOST_PHONES,
  placeCall,
  type Agent,
  type Phone,
  type PhoneServer,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { useSought } from "../../ui/by-address.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { PHONES } from "./keys.ts";
import { AddPhone, RenewPhone } from "./phone-dialogs.tsx";

type Agents = readonly Pick<Agent, "id" | "agent_name">[];

/** A phone that registers, or is gone, is seen after so long. */
const READ_EVERY_MS = 10_000;

export function Phones({ agents }: { agents: Agents }): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const mayChange = mayActAs(me.workspace.role, "admin") && !me.workspace.demo;
  const [adding, setAdding] = useState(false);
  const phones = useQuery({ queryKey: PHONES, queryFn: () => server.call(listPhones), refetchInterval: READ_EVERY_MS });
  const sought = useSought("phones");
  const count = phones.data?.data.length ?? 0;
  const add = <Button onClick={() => setAdding(true)}>{words.say("numbers.phone_add")}</Button>;
  return (
    <section className="scroll-mt-16 pt-8" aria-labelledby="phones-title" ref={sought}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="phones-title">{words.say("numbers.phones")}</h2>
        {mayChange && count > 0 && count < MOST_PHONES && <span className="ms-auto">{add}</span>}
      </div>
      <p className="max-w-prose pb-3 text-ink-2">{words.say("numbers.phones_note")}</p>
      <Loaded query={phones} rows={1}>
        {({ data, server: at }) => (
          <>
            {data.length > 0 ? (
              <ul className="providers">
                {data.map((one) => (
                  <PhoneRow key={one.id} phone={one} at={at} agents={agents} mayChange={mayChange} />
                ))}
              </ul>
            ) : (
              <Empty title={words.say("numbers.phone_none")} act={mayChange && add}>
                {words.say("numbers.phone_none_note")}
              </Empty>
            )}
            {adding && <AddPhone at={at} close={() => setAdding(false)} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface PhoneRowProps {
  phone: Phone;
  at: PhoneServer;
  agents: Agents;
  mayChange: boolean;
}

function PhoneRow({ phone, at, agents, mayChange }: PhoneRowProps): React.ReactNode {
  const words = useWords();
  const mayCall = mayActAs(useMe().workspace.role, "agent_manager");
  return (
    <li className="provider">
      <div className="provider-name">
        <span>
          <b>
            <bdi>{phone.name}</bdi>
          </b>
          <small className="block text-ink-2">
            <bdi>{phone.user}</bdi>
          </small>
        </span>
      </div>
      <div className="provider-state">
        <span className={`status ${phone.registered ? "good" : "waiting"}`}>
          {words.say(phone.registered ? "numbers.phone_registered" : "numbers.phone_offline")}
        </span>
        <small className="block">{useSeen(phone)}</small>
        {phone.registered && phone.user_agent && (
          <small className="block text-ink-3">
            <bdi>{phone.user_agent}</bdi>
          </small>
        )}
      </div>
      <div className="provider-acts">
        {mayCall && <RingPhone phone={phone} agents={agents} />}
        {mayChange && <RenewPhone phone={phone} at={at} />}
        {mayChange && <DeletePhone phone={phone} />}
      </div>
    </li>
  );
}

/** Where it is and since when, or when it was there last. */
function useSeen(phone: Phone): string {
  const words = useWords();
  const { registered_since: since, last_seen_at: seen } = phone;
  if (since !== null) return words.say("numbers.phone_where", { address: phone.address ?? "", moment: words.moment(since) });
  return seen === null ? words.say("numbers.phone_never") : words.say("numbers.phone_seen", { moment: words.moment(seen) });
}

/** An agent calls it: what is heard then is what callers hear. */
function RingPhone({ phone: { name, registered }, agents }: Pick<PhoneRowProps, "phone" | "agents">): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState("");
  const agentId = chosen || agents[0]?.id;
  const ring = useAct({
    act: () => server.call(placeCall, { body: { agent_id: agentId ?? "", recipient_phone_number: name } }),
    changes: [["calls"]],
    done: () => {
      setAsking(false);
      toast(words.say("numbers.phone_rings", { name }));
    },
  });
  const title = words.say("numbers.phone_ring_of", { name });
  return (
    <>
      <Button rank="quiet" icon="phone" disabled={!registered} onClick={() => setAsking(true)}>
        {words.say("numbers.phone_ring")} <span className="visually-hidden">{name}</span>
      </Button>
      <Dialog open={asking} onOpenChange={setAsking} title={title}>
        {agents.length === 0 ? (
          <p>{words.say("numbers.phone_ring_none")}</p>
        ) : (
          <SelectField
            label={words.say("numbers.phone_ring_agent")}
            value={agentId ?? ""}
            onChange={({ target }) => setChosen(target.value)}
          >
            {agents.map(({ id, agent_name }) => (
              <option key={id} value={id}>
                {agent_name}
              </option>
            ))}
          </SelectField>
        )}
        <ProblemLine>{ring.problem}</ProblemLine>
        <div className="flex flex-wrap gap-2">
          <Button
            rank="first"
            disabled={agents.length === 0}
            busy={ring.busy && words.say("numbers.phone_ringing")}
            onClick={() => ring.do()}
          >
            {words.say("numbers.phone_ring")}
          </Button>
          <Button onClick={() => setAsking(false)}>{words.say("shell.cancel")}</Button>
        </div>
      </Dialog>
    </>
  );
}

function DeletePhone({ phone: { id, name } }: Pick<PhoneRowProps, "phone">): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(deletePhone, { params: { phone_id: id } }),
    changes: [PHONES],
    done: () => {
      setAsking(false);
      toast(words.say("numbers.phone_deleted"), name);
    },
  });
  const question = words.say("numbers.phone_delete_of", { name });
  return (
    <>
      <Button rank="bad" aria-label={question} onClick={() => setAsking(true)}>
        {words.say("numbers.phone_delete")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={question}
        description={words.say("numbers.phone_delete_note")}
        act={words.say("numbers.phone_delete")}
        busy={act.busy && words.say("numbers.phone_deleting")}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </>
  );
}
