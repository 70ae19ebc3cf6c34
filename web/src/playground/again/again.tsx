/** A sentence of this call is said again in another call, from the recording, with other settings. */
import type { Entry } from "@ongea/contract";
import { readCall } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sentencesIn } from "../../call/as-sentence.ts";
import { server } from "../../server.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { agentsQuery } from "../agents-query.ts";
import "./again.css";
import { Compare } from "./compare.tsx";
import { savedIn, Settings, settingsIn, type Written } from "./settings.tsx";
import { spokenTurns } from "./turns.ts";
import { useAgain } from "./use-again.ts";

interface AgainProps {
  callId: string;
  entries: readonly Entry[];
  /** Another call is held here, or this person may hold none. */
  disabled: boolean;
}

export function Again({ callId, entries, disabled }: AgainProps): React.ReactNode {
  const words = useWords();
  const { data: call } = useQuery({
    queryKey: ["call", callId, "again"],
    queryFn: () => server.call(readCall, { params: { execution_id: callId } }),
  });
  const agent = useQuery(agentsQuery).data?.find(({ id }) => id === call?.agent_id);
  const turns = spokenTurns(entries);
  const asSentence = sentencesIn(entries);
  const [chosen, choose] = useState<number>();
  const [written, write] = useState<Written>({});
  const again = useAgain(callId, agent?.id);
  const before = turns.find(({ index }) => index === chosen) ?? turns[0];
  const settings = settingsIn(written);
  const doing = again.phase === "idle" || again.phase === "over" ? undefined : words.say(`playground.again_${again.phase}`);
  const isBusy = doing !== undefined;
  if (!before || !agent) return null;
  return (
    <section className="again">
      <div className="section-head">
        <h2>{words.say("playground.again")}</h2>
      </div>
      <p className="hint">{words.say("playground.again_note")}</p>
      <SelectField
        label={words.say("playground.again_sentence")}
        value={String(before.index)}
        disabled={isBusy}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {turns.map(({ index, words: said }) => (
          <option key={index} value={index}>
            {asSentence(said)}
          </option>
        ))}
      </SelectField>
      <Settings agent={agent} written={written} write={write} />
      <div className="again-acts">
        <Button
          rank="first"
          disabled={disabled || !settings}
          busy={doing ?? false}
          onClick={() => settings && again.start({ before, settings })}
        >
          {words.say("playground.again_start")}
        </Button>
        {isBusy && <Button onClick={again.stop}>{words.say("playground.again_stop")}</Button>}
      </div>
      <ProblemLine>{again.problem}</ProblemLine>
      {again.wanted && <Compare wanted={again.wanted} now={again.now} saved={(name) => savedIn(agent, name)} />}
    </section>
  );
}
