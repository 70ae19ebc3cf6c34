import { addressOf, addVoice, previewVoice, removeVoice, type LibraryVoice } from "@ongea/contract";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import type { OnePlayer } from "../../voice/one-player.ts";
import { accentOf } from "../../voice/voice-words.ts";
import { useWords, type Words } from "../../words/index.ts";
import { VOICES } from "./questions.ts";

interface VoiceCardProps {
  voice: LibraryVoice;
  player: OnePlayer;
  mayAdd: boolean;
}

export function VoiceCard({ voice, player, mayAdd }: VoiceCardProps): React.ReactNode {
  const words = useWords();
  const params = { voice_id: voice.id };
  const add = useAct({
    act: () => server.call(addVoice, { params }),
    changes: [[...VOICES]],
    done: () => toast(words.say("voices.voice_added"), words.say("voices.voice_added_note", { name: voice.name })),
  });
  const remove = useAct({
    act: () => server.call(removeVoice, { params }),
    changes: [[...VOICES]],
    done: () => toast(words.say("voices.voice_removed")),
  });
  const address = addressOf(previewVoice.path, params);
  const state = player.stateOf(address);
  const on = (act: string): string =>
    words.say("voices.act_on", { act, name: `${voice.name}, ${words.say(`voices.${voice.gender}`)}` });
  const hear = words.say(state === "still" ? "voices.preview" : "voices.stop");
  return (
    <li>
      <h2>
        <bdi>{voice.name}</bdi>
      </h2>
      <p className="text-ink-2">
        {[accentOf(words, voice), words.say(`voices.${voice.gender}`)]
          .filter((part) => part !== "" && part !== voice.name)
          .join(" · ")}
      </p>
      <p className="hint">
        {providerName(words, voice.provider)} · {voice.model}
      </p>
      <div className="acts">
        <Button icon={state === "still" ? "play" : "pause"} aria-label={on(hear)} onClick={() => player.toggle(address)}>
          {state === "waiting" ? words.say("voices.preparing") : hear}
        </Button>
        {mayAdd && !voice.offered && (
          <Button
            icon="plus"
            busy={add.busy && words.say("voices.adding")}
            aria-label={on(words.say("voices.add"))}
            onClick={() => add.do()}
          >
            {words.say("voices.add")}
          </Button>
        )}
        {mayAdd && voice.added && (
          <Button rank="quiet" disabled={remove.busy} aria-label={on(words.say("voices.remove"))} onClick={() => remove.do()}>
            {words.say("voices.remove")}
          </Button>
        )}
        {voice.offered && !voice.added && <span className="hint">{words.say("voices.always")}</span>}
      </div>
      <ProblemLine>{add.problem ?? remove.problem}</ProblemLine>
    </li>
  );
}

export function providerName(words: Words, provider: string): string {
  if (provider === "builtin") return words.say("voices.builtin");
  return provider === "local" ? words.say("voices.local") : provider;
}
