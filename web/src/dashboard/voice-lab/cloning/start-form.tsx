import { LANGUAGES, MOST_CLONE_NAME, MOST_SPEAKER_NAME, startVoiceClone, type Language, type VoiceClone } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { languageName } from "../../../voice/voice-words.ts";
import { useWords } from "../../../words/index.ts";
import { VOICES } from "../questions.ts";

/** Whose voice it is, and in which language they consent. */
export function StartForm({ begun }: { begun: (clone: VoiceClone) => void }): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState("");
  const [speaker, setSpeaker] = useState("");
  const [language, setLanguage] = useState<Language>(words.language);
  const start = useAct({
    act: () => server.call(startVoiceClone, { body: { name, speaker, language } }),
    changes: [[...VOICES]],
    done: begun,
  });
  const isWhole = name.trim() !== "" && speaker.trim() !== "";
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    if (isWhole && !start.busy) start.do();
  };
  return (
    <form className="lab-form" onSubmit={submit}>
      <TextField
        label={words.say("lab.clone_name")}
        maxLength={MOST_CLONE_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={words.say("lab.clone_speaker")}
        hint={words.say("lab.clone_speaker_note")}
        maxLength={MOST_SPEAKER_NAME}
        value={speaker}
        onChange={({ target }) => setSpeaker(target.value)}
      />
      <SelectField
        label={words.say("lab.clone_language")}
        value={language}
        onChange={({ target }) => setLanguage(LANGUAGES.find((one) => one === target.value) ?? language)}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {languageName(words, one)}
          </option>
        ))}
      </SelectField>
      <ProblemLine>{start.problem}</ProblemLine>
      <div>
        <Button rank="first" type="submit" disabled={!isWhole} busy={start.busy && words.say("lab.keeping")}>
          {words.say("lab.clone_start")}
        </Button>
      </div>
    </form>
  );
}
