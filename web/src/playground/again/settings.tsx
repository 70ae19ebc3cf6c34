/** What holds in the new call alone; what is left empty is as the assistant has it. */
import { type Agent, type CallSettings, RANGES, valueAt } from "@ongea/contract";
import { TextField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";

export const NUMBERS = ["incremental_delay", "endpointing", "number_of_words_for_interruption", "temperature"] as const;
export const NAMES = ["model", "transcriber_model", "voice"] as const;
export type Name = (typeof NUMBERS)[number] | (typeof NAMES)[number];
export type Written = Readonly<Partial<Record<Name, string>>>;

/** Where the assistant's own stand. */
const PLACES: Readonly<Record<Name, readonly (string | number)[]>> = {
  incremental_delay: ["task_config", "incremental_delay"],
  endpointing: ["tools_config", "transcriber", "endpointing"],
  number_of_words_for_interruption: ["task_config", "number_of_words_for_interruption"],
  temperature: ["tools_config", "llm_agent", "llm_config", "temperature"],
  model: ["tools_config", "llm_agent", "llm_config", "model"],
  transcriber_model: ["tools_config", "transcriber", "model"],
  voice: ["tools_config", "synthesizer", "provider_config", "voice"],
};

/** As it is saved, in letters. */
export function savedIn(agent: Agent | undefined, name: Name): string {
  const value = valueAt(agent?.tasks[0], PLACES[name]);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Undefined: a number is none, or out of its range. */
export function settingsIn(written: Written): CallSettings | undefined {
  const settings: Partial<Record<Name, string | number>> = {};
  for (const name of NAMES) if (written[name]?.trim()) settings[name] = written[name].trim();
  for (const name of NUMBERS) {
    const text = written[name]?.trim() ?? "";
    if (text === "") continue;
    if (isOutside(name, text)) return undefined;
    settings[name] = Number(text);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name was read by its kind
  return settings as CallSettings;
}

interface SettingsProps {
  agent: Agent | undefined;
  written: Written;
  write: (written: Written) => void;
}

export function Settings({ agent, written, write }: SettingsProps): React.ReactNode {
  const words = useWords();
  const range = (name: (typeof NUMBERS)[number]): string => {
    const { least, most } = RANGES[name];
    return words.say("playground.again_range", { least: words.number(least), most: words.number(most) });
  };
  const field = (name: Name): React.ComponentProps<typeof TextField> => ({
    label: words.say(`playground.set_${name}`),
    placeholder: savedIn(agent, name),
    value: written[name] ?? "",
    autoComplete: "off",
    onChange: ({ target }) => write({ ...written, [name]: target.value }),
  });
  return (
    <fieldset className="again-settings">
      <legend className="label">{words.say("playground.again_settings")}</legend>
      {NUMBERS.map((name) => {
        const isWrong = isOutside(name, written[name]?.trim() ?? "");
        return <TextField key={name} {...field(name)} inputMode="decimal" problem={isWrong ? range(name) : undefined} />;
      })}
      {NAMES.map((name) => (
        <TextField key={name} {...field(name)} maxLength={200} />
      ))}
    </fieldset>
  );
}

function isOutside(name: (typeof NUMBERS)[number], text: string): boolean {
  if (text === "") return false;
  const { least, most } = RANGES[name];
  const value = Number(text);
  return !(value >= least && value <= most && (name === "temperature" || Number.isInteger(value)));
}
