/** The caller who wants something: what, in which language, how patiently, and what they know. */
import { LANGUAGES } from "@ongea/contract";
import { AreaField, SelectField, TextField } from "../../../ui/field.tsx";
import { languageName } from "../../../voice/voice-words.ts";
import { useWords } from "../../../words/index.ts";
import type { FormField, PersonaDraft } from "./test-draft.ts";

interface PersonaFieldsProps {
  persona: PersonaDraft;
  problem: (part: FormField, otherwise: string) => string | undefined;
  set: (persona: PersonaDraft) => void;
}

export function PersonaFields({ persona, problem, set }: PersonaFieldsProps): React.ReactNode {
  const words = useWords();
  const change = (part: Partial<PersonaDraft>): void => set({ ...persona, ...part });
  return (
    <>
      <AreaField
        label={words.say("tests.wants")}
        hint={words.say("tests.wants_note")}
        rows={3}
        dir="auto"
        value={persona.wants}
        problem={problem("wants", words.say("tests.bad_wants"))}
        onChange={({ target }) => change({ wants: target.value })}
      />
      <AreaField
        label={words.say("tests.facts")}
        hint={words.say("tests.facts_note")}
        rows={4}
        dir="auto"
        value={persona.facts}
        problem={problem("facts", words.say("tests.bad_pair"))}
        onChange={({ target }) => change({ facts: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.say("tests.speaks")}
          value={persona.language}
          onChange={({ target }) => change({ language: LANGUAGES.find((one) => one === target.value) ?? persona.language })}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {languageName(words, one)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.say("tests.patience")}
          hint={words.say("tests.patience_note")}
          inputMode="numeric"
          dir="ltr"
          maxLength={2}
          value={persona.patience}
          problem={problem("patience", words.say("tests.bad_patience"))}
          onChange={({ target }) => change({ patience: target.value })}
        />
      </div>
    </>
  );
}
