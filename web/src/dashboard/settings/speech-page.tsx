import { type ModelsState, pullModels, readModels } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { SpeechInUse } from "../../shell/speech-note.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { Section } from "./section.tsx";

const KEY = ["models"];
const LOOK_AGAIN_MS = 1_000;
const DOES = {
  recogniser: "settings.models_recogniser",
  "end-of-turn": "settings.models_end_of_turn",
  voice: "settings.models_voice",
} as const;
const PROBLEMS = {
  no_room: "settings.models_no_room",
  unreachable: "settings.models_unreachable",
  not_loaded: "settings.models_not_loaded",
} as const;

/** The operator's: local models that this machine could have. */
export function SpeechPage(): React.ReactNode {
  const words = useWords();
  const models = useQuery({
    queryKey: KEY,
    queryFn: () => server.call(readModels),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });
  return (
    <>
      <Section title={words.say("settings.speech_in_use")}>
        <div className="py-2">
          <SpeechInUse />
        </div>
      </Section>
      <Section title={words.say("settings.models_title")} note={words.say("settings.models_note")}>
        <Loaded query={models} rows={3}>
          {(data) => (data.state === "none" ? <Empty title={words.say("settings.models_none")} /> : <Offer state={data} />)}
        </Loaded>
      </Section>
    </>
  );
}

function Offer({ state: { state, models, megabytes, done_megabytes: done, problem } }: { state: ModelsState }): React.ReactNode {
  const words = useWords();
  const pull = useAct({ act: () => server.call(pullModels), changes: [KEY] });
  const may = state === "offered" || state === "failed";
  return (
    <div className="grid gap-4 py-2">
      <ul className="grid gap-3">
        {models.map(({ id, name, kind, megabytes: size }) => (
          <li key={id}>
            <b dir="auto">{name}</b> <span className="text-ink-2">{words.say("settings.models_size", { megabytes: size })}</span>
            <br />
            {words.say(DOES[kind])}
          </li>
        ))}
      </ul>
      <div role="status" className="grid justify-items-start gap-2">
        {state === "pulling" && (
          <>
            <progress
              max={megabytes}
              value={done}
              aria-label={words.say("settings.models_fetching")}
              className="w-full max-w-96"
            />
            <span>{words.say("settings.models_progress", { done, megabytes })}</span>
          </>
        )}
        {state === "loading" && words.say("settings.models_loading")}
        {state === "ready" && words.say("settings.models_ready")}
        {problem !== null && <ProblemLine>{words.say(PROBLEMS[problem])}</ProblemLine>}
      </div>
      {may && (
        <div className="grid justify-items-start gap-2">
          <Button rank="first" busy={pull.busy && words.say("settings.models_fetching")} onClick={() => pull.do()}>
            {words.say("settings.models_fetch", { megabytes })}
          </Button>
          <ProblemLine>{pull.problem}</ProblemLine>
        </div>
      )}
    </div>
  );
}

function isUnderWay({ state }: ModelsState): boolean {
  return state === "pulling" || state === "loading";
}
