import { addressOf, hearEffect, keepEffect, mayActAs, VOICE_EFFECTS, type VoiceEffect } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useOnePlayer } from "../../voice/one-player.ts";
import { useWords } from "../../words/index.ts";
import { samples, VOICES } from "./questions.ts";

/** A sample goes through an effect: heard first, and kept if one likes it. */
export function Effects(): React.ReactNode {
  const words = useWords();
  const mayKeep = mayActAs(useMe().workspace.role, "agent_manager");
  const { data } = useInfiniteQuery(samples);
  const all = data?.pages.flatMap((page) => page.data).filter(({ effect }) => effect === null) ?? [];
  const [chosen, setChosen] = useState("");
  const [effect, setEffect] = useState<VoiceEffect>("telephone");
  const player = useOnePlayer(() => toast(words.say("voices.playback"), words.say("lab.playback_note"), "bad"));
  const sample = all.find(({ id }) => id === chosen) ?? all[0];
  const params = { sample_id: sample?.id ?? "", effect };
  const keep = useAct({
    act: () => server.call(keepEffect, { params }),
    changes: [[...VOICES]],
    done: () => toast(words.say("lab.generated"), words.say("lab.generated_note")),
  });
  if (!sample) return data ? <Empty title={words.say("lab.none")}>{words.say("lab.none_note")}</Empty> : <div />;
  const address = addressOf(hearEffect.path, params);
  const isStill = player.stateOf(address) === "still";
  return (
    <div className="lab-form">
      <SelectField label={words.say("lab.sample")} value={sample.id} onChange={({ target }) => setChosen(target.value)}>
        {all.map(({ id, voice, text, duration_seconds: seconds }) => (
          <option key={id} value={id}>
            {words.say("lab.sample_option", { voice, text: text.slice(0, 60), duration: words.duration(seconds) })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.say("lab.effect")}
        hint={words.say(`lab.effect_${effect}_note`)}
        value={effect}
        onChange={({ target }) => setEffect(VOICE_EFFECTS.find((one) => one === target.value) ?? effect)}
      >
        {VOICE_EFFECTS.map((one) => (
          <option key={one} value={one}>
            {words.say(`lab.effect_${one}`)}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-2">
        <Button icon={isStill ? "play" : "pause"} onClick={() => player.toggle(address)}>
          {words.say(isStill ? "lab.hear" : "lab.stop")}
        </Button>
        <Button rank="first" disabled={!mayKeep} busy={keep.busy && words.say("lab.keeping")} onClick={() => keep.do()}>
          {words.say("lab.keep")}
        </Button>
      </div>
      <ProblemLine>{keep.problem}</ProblemLine>
    </div>
  );
}
