/** Which tools change and undo what this one did, when the caller corrects a value afterwards. */
import { SelectField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";

interface LateCorrectionProps {
  draft: { change: string; undo: string };
  set: (change: { change?: string; undo?: string }) => void;
  otherNames: readonly string[];
}

export function LateCorrection({ draft, set, otherNames }: LateCorrectionProps): React.ReactNode {
  const words = useWords();
  if (otherNames.length === 0) return null;
  const fields = [
    { field: "change", words: "function_changed_by" },
    { field: "undo", words: "function_undone_by" },
  ] as const;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {fields.map(({ field, words: key }) => (
        <SelectField
          key={field}
          label={words.say(`agents.${key}`)}
          hint={words.say(`agents.${key}_note`)}
          value={otherNames.includes(draft[field]) ? draft[field] : ""}
          onChange={({ target }) => set({ [field]: target.value })}
        >
          <option value="">{words.say("agents.function_none")}</option>
          {otherNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      ))}
    </div>
  );
}
