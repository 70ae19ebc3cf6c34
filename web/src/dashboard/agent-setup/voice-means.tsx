/** The voice of an assistant: those that this workspace has and that speak the language of the call. */
import { listVoices, valueAt } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { accentOf, primaryOf } from "../../voice/voice-words.ts";
import { useWords } from "../../words/index.ts";
import { chosenVoice, voiceChanges } from "./chosen-voice.ts";
import { LANGUAGE_PATHS, type Path } from "./controls.ts";
import { partLater } from "../../ui/part-later.tsx";

const HearVoice = partLater(async () => (await import("./hear-voice.tsx")).HearVoice);

interface VoiceMeansProps {
  common: Pick<React.ComponentProps<"select">, "id" | "disabled" | "aria-invalid" | "aria-describedby">;
  bound: { document: unknown; set(path: Path, value: unknown): void };
}

/** Nothing written is the usual voice; a voice that is not offered stays as it is. */
export function VoiceMeans({ common, bound }: VoiceMeansProps): React.ReactNode {
  const words = useWords();
  const { data = [] } = useQuery({
    queryKey: ["voices", "library"],
    queryFn: async () => (await server.call(listVoices)).data,
  });
  const chosen = chosenVoice(bound.document);
  const spoken = primaryOf(String(valueAt(bound.document, LANGUAGE_PATHS.spoken) ?? "en"));
  const offered = data.filter(
    ({ offered: isOffered, language }) => isOffered && (language === "*" || primaryOf(language) === spoken),
  );
  const choose = (voiceId: string): void => {
    const voice = offered.find(({ voice_id: id }) => id === voiceId);
    for (const [path, to] of voiceChanges(bound.document, voiceId, voice?.provider)) bound.set(path, to);
  };
  const heard = offered.find(({ voice_id: id }) => id === chosen);
  return (
    <>
      <select {...common} className="input select" value={chosen} onChange={({ target }) => choose(target.value)}>
        <option value="">{words.say("agents.voice_usual")}</option>
        {chosen !== "" && !offered.some(({ voice_id: id }) => id === chosen) && <option value={chosen}>{chosen}</option>}
        {offered.map((voice) => (
          <option key={voice.id} value={voice.voice_id}>
            {[voice.name, accentOf(words, voice), words.say(`voices.${voice.gender}`)].filter(Boolean).join(" · ")}
          </option>
        ))}
      </select>
      {heard && <HearVoice voice={heard} />}
    </>
  );
}
