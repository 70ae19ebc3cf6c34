/** The chosen voice, heard where it is chosen. */
import { addressOf, previewVoice, type LibraryVoice } from "@ongea/contract";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useOnePlayer } from "../../voice/one-player.ts";
import { useWords } from "../../words/index.ts";

export function HearVoice({ voice }: { voice: Pick<LibraryVoice, "id" | "name"> }): React.ReactNode {
  const words = useWords();
  const player = useOnePlayer(() => toast(words.say("voices.playback"), words.say("voices.playback_note"), "bad"));
  const address = addressOf(previewVoice.path, { voice_id: voice.id });
  const state = player.stateOf(address);
  const act = words.say(state === "still" ? "voices.preview" : "voices.stop");
  return (
    <Button
      className="mt-2"
      icon={state === "still" ? "play" : "pause"}
      aria-label={words.say("voices.act_on", { act, name: voice.name })}
      onClick={() => player.toggle(address)}
    >
      {state === "waiting" ? words.say("voices.preparing") : act}
    </Button>
  );
}
