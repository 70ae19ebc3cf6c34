/** Talk to an assistant, here and now: choose one, call it, hear it answer. */
import { mayActAs } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallButton } from "../../call/call-button.tsx";
import { CallHere } from "../../call/call-here.tsx";
import { useMe } from "../../shell/me.tsx";
import { useSought } from "../../ui/by-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import * as questions from "./questions.ts";

const PLACE = "home";

/** `isFirst`: nobody has called yet, and this is what the page is for. */
export function Talk({ isFirst = false }: { isFirst?: boolean }): React.ReactNode {
  const words = useWords();
  const mayCall = mayActAs(useMe().workspace.role, "agent_manager");
  const agents = useQuery(questions.agents);
  const sought = useSought("talk");
  const [chosen, setChosen] = useState("");
  return (
    <section className={`scroll-mt-20 ${isFirst ? "first-call" : ""}`} ref={sought}>
      <div className={isFirst ? "contents" : "section-head"}>
        <h2>{words.say(isFirst ? "home.step_call" : "home.talk")}</h2>
      </div>
      <Loaded query={agents}>
        {(all) => {
          const agent = all.find(({ id }) => id === chosen) ?? all[0];
          if (!agent) return <Empty title={words.say("home.no_agents")}>{words.say("home.no_agents_note")}</Empty>;
          return (
            <div className="talk">
              <SelectField
                label={words.say("home.talk_with")}
                value={agent.id}
                onChange={(event) => setChosen(event.target.value)}
              >
                {all.map(({ id, agent_name: name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <CallButton
                agent={{ id: agent.id, name: agent.agent_name }}
                place={PLACE}
                disabled={!mayCall}
                label={`${words.say("home.call")} ${agent.agent_name}`}
              >
                {words.say("home.call")}
              </CallButton>
              {!mayCall && <p className="hint wide">{words.say("shell.needs_role")}</p>}
              {agent.phone_numbers.length > 0 && <RingsAt numbers={agent.phone_numbers} />}
            </div>
          );
        }}
      </Loaded>
      <CallHere place={PLACE} />
    </section>
  );
}

function RingsAt({ numbers }: { numbers: readonly string[] }): React.ReactNode {
  const words = useWords();
  return (
    <p className="hint wide">
      {words.say("calls.rings_at")}{" "}
      {numbers.map((number) => (
        <span key={number} className="phone-number">
          {number}
        </span>
      ))}
    </p>
  );
}
