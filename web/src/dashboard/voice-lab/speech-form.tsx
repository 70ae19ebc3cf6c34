import { shareStyle } from "../../ui/share-style.ts";
import {
  makeVoiceSample,
  mayActAs,
  MOST_SAMPLE_TEXT,
  Refused,
  SAMPLE_RANGES,
  Unpromised,
  VOICE_KEY_REFUSED,
  type FieldComplaint,
  type LibraryVoice,
  type VoiceSample,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { accentOf } from "../../voice/voice-words.ts";
import { problemIn, useWords, type Words } from "../../words/index.ts";
import { library, VOICES } from "./questions.ts";

type Manner = Record<keyof typeof SAMPLE_RANGES, number>;

const USUAL: Manner = { speed: 1, pitch: 0, stability: 100 };

export function SpeechForm(): React.ReactNode {
  const voices = useQuery(library);
  return <Loaded query={voices}>{(all) => <Form voices={all.filter(({ offered }) => offered)} />}</Loaded>;
}

function Form({ voices }: { voices: readonly LibraryVoice[] }): React.ReactNode {
  const words = useWords();
  const mayMake = mayActAs(useMe().workspace.role, "agent_manager");
  const [voiceId, setVoiceId] = useState("");
  const [text, setText] = useState("");
  const [manner, setManner] = useState(USUAL);
  const notice = useNotice();
  const make = useAct({
    act: () => generate(words, voices, { voice_id: voiceId, text: text.trim(), ...manner }),
    changes: [[...VOICES]],
    done: ({ stoodInFor }) => {
      if (stoodInFor === "key") notice.tell(words.say("lab.demo_audio"), words.say("lab.demo_audio_refused"));
      else if (stoodInFor) notice.tell(words.say("lab.demo_audio"), words.say("lab.demo_audio_note"));
      else toast(words.say("lab.generated"), words.say("lab.generated_note"));
    },
  });
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    if (!mayMake || voiceId === "" || text.trim() === "" || make.busy) return;
    notice.mended();
    make.do();
  };
  return (
    <form className="lab-form" onSubmit={submit}>
      <SelectField label={words.say("lab.voice_model")} value={voiceId} onChange={({ target }) => setVoiceId(target.value)}>
        <option value="">{words.say("lab.choose_voice")}</option>
        {voices.map((voice) => (
          <option key={voice.id} value={voice.id}>
            {nameOf(words, voice)}
          </option>
        ))}
      </SelectField>
      <AreaField
        label={words.say("lab.text")}
        hint={words.say("lab.counter", { count: words.number(text.length), most: words.number(MOST_SAMPLE_TEXT) })}
        rows={5}
        maxLength={MOST_SAMPLE_TEXT}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <fieldset className="lab-form">
        <legend className="pb-2 font-bold">{words.say("lab.settings")}</legend>
        {(["speed", "pitch", "stability"] as const).map((which) => (
          <Slider
            key={which}
            which={which}
            value={manner[which]}
            set={(value) => setManner((before) => ({ ...before, [which]: value }))}
          />
        ))}
      </fieldset>
      {!mayMake && <p className="hint">{words.say("shell.needs_role")}</p>}
      {make.problem !== undefined && <ProblemLine>{`${words.say("lab.failed")}: ${make.problem}`}</ProblemLine>}
      <div>
        <Button
          rank="first"
          type="submit"
          disabled={!mayMake || voiceId === "" || text.trim() === ""}
          busy={make.busy && words.say("lab.generating")}
        >
          {words.say("lab.generate")}
        </Button>
      </div>
    </form>
  );
}

function nameOf(words: Words, voice: LibraryVoice): string {
  const { name, gender } = voice;
  return words.say("lab.one_voice", { name, accent: accentOf(words, voice), gender: words.say(`voices.${gender}`) });
}

interface SliderProps {
  which: keyof Manner;
  value: number;
  set: (value: number) => void;
}

function Slider({ which, value, set }: SliderProps): React.ReactNode {
  const words = useWords();
  const id = useId();
  const { least, most, step } = SAMPLE_RANGES[which];
  const shown = which === "speed" ? `${value}x` : which === "pitch" ? String(value) : words.percent(value / 100);
  const share = (value - least) / (most - least);
  return (
    <div className="lab-slider">
      <label htmlFor={id}>
        {words.say(`lab.${which}`)} <output htmlFor={id}>{shown}</output>
      </label>
      <input
        id={id}
        type="range"
        className="slider"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={shown}
        aria-describedby={which === "stability" ? `${id}-hint` : undefined}
        style={shareStyle(share)}
        onChange={({ target }) => set(Math.round(target.valueAsNumber * 10) / 10)}
      />
      {which === "stability" && (
        <p className="hint" id={`${id}-hint`}>
          {words.say("lab.stability_note")}
        </p>
      )}
    </div>
  );
}

interface Order extends Manner {
  voice_id: string;
  text: string;
}

interface Generated {
  sample: VoiceSample;
  /** Why a built-in voice said it: the provider refused the key, or could not speak it. */
  stoodInFor: "key" | "limits" | undefined;
}

/** Where a provider's voice really failed, a built-in one says the text instead. */
async function generate(words: Words, voices: readonly LibraryVoice[], order: Order): Promise<Generated> {
  try {
    return { sample: await server.call(makeVoiceSample, { body: order }), stoodInFor: undefined };
  } catch (error) {
    const isProviders = voices.find(({ id }) => id === order.voice_id)?.provider !== "builtin";
    const instead = voices.find(({ provider }) => provider === "builtin");
    if (!isProviders || !instead || !(error instanceof Refused) || error.code !== "voice.failed") throw inWords(words, error);
    const stoodInFor = detailOf(error)?.type === VOICE_KEY_REFUSED ? "key" : "limits";
    const body = { ...order, voice_id: instead.id };
    const sample = await server.call(makeVoiceSample, { body }).catch((again: unknown) => {
      throw inWords(words, again);
    });
    return { sample, stoodInFor };
  }
}

function detailOf({ body: { detail } }: Refused): FieldComplaint | undefined {
  return typeof detail === "string" ? undefined : detail[0];
}

/** What speech says of its own (specification 8.1): who is not known, and what was refused. */
function inWords(words: Words, error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  if (error.status === 401) return new Unpromised(words.say("lab.api_authentication"));
  return new Unpromised(words.say("lab.api_error", { detail: problemIn(words, error) }));
}
