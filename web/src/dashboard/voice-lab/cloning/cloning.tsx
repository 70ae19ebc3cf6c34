/** Voices after people's own, each with its speaker's recorded consent: begun, recorded, made, deleted. */
import { CLONING_PROVIDERS, makeVoiceClone, mayActAs, type VoiceClone } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { server } from "../../../server.ts";
import { useMe } from "../../../shell/me.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { useWords } from "../../../words/index.ts";
import { VOICES } from "../questions.ts";
import "./cloning.css";
import { CloneRow } from "./clone-row.tsx";
import { clones } from "./questions.ts";
import { RecordingField } from "./recording-field.tsx";
import { StartForm } from "./start-form.tsx";

export function Cloning(): React.ReactNode {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "agent_manager");
  const [chosen, setChosen] = useState<string>();
  return (
    <Loaded query={useQuery(clones)}>
      {({ data, engine, most }) => {
        if (engine === null && data.length === 0) return <NotConnected />;
        const draft = data.find(({ id, state }) => id === chosen && (state === "draft" || state === "failed"));
        return (
          <>
            <div className="lab-form">
              {engine && <p className="text-ink-2">{words.say("lab.clone_engine", { provider: engine.name })}</p>}
              {!mayChange && <p className="hint">{words.say("shell.needs_role")}</p>}
              {mayChange && draft && <Draft clone={draft} leave={() => setChosen(undefined)} />}
              {mayChange && !draft && engine && data.length < most && <StartForm begun={({ id }) => setChosen(id)} />}
              {data.length >= most && <p className="hint">{words.say("lab.clone_full", { most: words.number(most) })}</p>}
            </div>
            <section>
              <div className="section-head">
                <h2>
                  {words.say("lab.clones")} <span className="hint">{words.number(data.length)}</span>
                </h2>
              </div>
              {data.length === 0 ? (
                <Empty title={words.say("lab.clones_none")}>{words.say("lab.clones_none_note")}</Empty>
              ) : (
                <ul className="clones">
                  {data.map((one) => (
                    <CloneRow key={one.id} clone={one} mayChange={mayChange} open={() => setChosen(one.id)} />
                  ))}
                </ul>
              )}
            </section>
          </>
        );
      }}
    </Loaded>
  );
}

/** No voice can be cloned yet: what is missing, and the way to it. */
function NotConnected(): React.ReactNode {
  const words = useWords();
  const { demo } = useMe().workspace;
  if (demo) return <Empty title={words.say("lab.clone_demo")}>{words.say("lab.clone_demo_note")}</Empty>;
  const connect = (
    <Link className="button" to={paths.connect(CLONING_PROVIDERS[0]?.id ?? "")}>
      {words.say("lab.clone_connect_act")}
    </Link>
  );
  return (
    <Empty title={words.say("lab.clone_connect")} act={connect}>
      {words.say("lab.clone_connect_note", { providers: CLONING_PROVIDERS.map(({ name }) => name).join(", ") })}
    </Empty>
  );
}

function Draft({ clone, leave }: { clone: VoiceClone; leave: () => void }): React.ReactNode {
  const words = useWords();
  const { consent, sample_seconds: sample } = clone;
  const make = useAct({
    act: () => server.call(makeVoiceClone, { params: { clone_id: clone.id } }),
    changes: [[...VOICES]],
    done: leave,
  });
  return (
    <>
      <h2>
        <bdi>{clone.name}</bdi>
      </h2>
      <RecordingField clone={clone} recording="consent" legend={words.say("lab.clone_consent")}>
        <p>{words.say("lab.clone_read", { speaker: consent.speaker })}</p>
        <blockquote className="clone-sentence" lang={clone.language} dir="auto">
          {consent.sentence}
        </blockquote>
        {consent.status !== null && <p className="hint">{words.say(`lab.consent_${consent.status}`)}</p>}
      </RecordingField>
      <RecordingField clone={clone} recording="sample" legend={words.say("lab.clone_sample")}>
        <p>{words.say("lab.clone_sample_note", { speaker: consent.speaker })}</p>
      </RecordingField>
      <ProblemLine>{make.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button
          rank="first"
          disabled={consent.given_at === null || sample === null}
          busy={make.busy && words.say("lab.clone_state_making")}
          onClick={() => make.do()}
        >
          {words.say("lab.clone_make")}
        </Button>
        <Button rank="quiet" onClick={leave}>
          {words.say("lab.clone_later")}
        </Button>
      </div>
    </>
  );
}
