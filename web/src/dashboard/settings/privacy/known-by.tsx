/** By what somebody is known, or a call: a kind and its value. */
import { chosenOf } from "../../../ui/chosen.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useWords } from "../../../words/index.ts";

export type KnownKind = "phone" | "email" | "external" | "call";
export interface Known {
  kind: KnownKind;
  value: string;
}

export const PERSON_KINDS = ["phone", "email", "external"] as const;

interface KnownByProps {
  kinds: readonly KnownKind[];
  known: Known;
  change: (known: Known) => void;
}

export function KnownBy({ kinds, known: { kind, value }, change }: KnownByProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <SelectField
        label={words.say("privacy.find_by")}
        value={kind}
        onChange={({ target }) => change({ kind: chosenOf(kinds, target.value), value })}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {words.say(`privacy.kind_${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say(`privacy.kind_${kind}`)}
        value={value}
        onChange={({ target }) => change({ kind, value: target.value })}
        required
        dir="ltr"
        maxLength={200}
        autoComplete="off"
      />
    </>
  );
}
