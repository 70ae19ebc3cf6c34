/** The controls of a tab, each bound to its field of the document. */
import type { AgentDocument } from "@ongea/contract";
import { shareStyle } from "../../ui/share-style.ts";
import { valueAt } from "@ongea/contract";
import { useId } from "react";
import { LANGUAGE_FACTS, LANGUAGES, useWords, type Words } from "../../words/index.ts";
import { type Control, faultOf, type Fault, isEditable, keyOf, LANGUAGE_PATHS, type Path, type Section } from "./controls.ts";
import { ControlRow, describedBy } from "./control-row.tsx";
import { ModelMeans, ProviderMeans } from "./provider-means.tsx";
import { Variables } from "./variables.tsx";
import { VoiceMeans } from "./voice-means.tsx";

export interface Bound {
  document: AgentDocument;
  /** What the server said of a field, by its path. */
  complaints: ReadonlyMap<string, string>;
  readOnly: boolean;
  set(path: Path, value: unknown): void;
}

export function Sections({ sections, bound }: { sections: readonly Section[]; bound: Bound }): React.ReactNode {
  const words = useWords();
  return sections.map(({ title, controls }) => (
    <section key={title} className="controls" aria-label={words.say(title)}>
      <h2>{words.say(title)}</h2>
      {controls
        .filter(({ when }) => when === undefined || valueAt(bound.document, when) === true)
        .filter((control) => isEditable(control, bound.document))
        .map((control) => (
          <Row key={keyOf(control.path)} control={control} bound={bound} />
        ))}
    </section>
  ));
}

interface Parts {
  id: string;
  describedBy: string | undefined;
  isBad: boolean;
  value: unknown;
  readOnly: boolean;
  set: (value: unknown) => void;
}

function Row({ control, bound }: { control: Control; bound: Bound }): React.ReactNode {
  const words = useWords();
  const id = useId();
  const fault = faultOf(control, bound.document);
  const problem = fault ? faultIn(words, fault, words.say(control.label)) : bound.complaints.get(keyOf(control.path));
  const note = notesOf(control, words).join(" ") || undefined;
  const parts: Parts = {
    id,
    describedBy: describedBy({ id, note, problem }),
    isBad: problem !== undefined,
    value: valueAt(bound.document, control.path),
    readOnly: bound.readOnly,
    set: (value) => bound.set(control.path, value),
  };
  const row = { id, label: words.say(control.label), note, problem, isTall: control.kind === "area" };
  return (
    <ControlRow {...row}>
      <Means control={control} parts={parts} bound={bound} />
    </ControlRow>
  );
}

function notesOf(control: Control, words: Words): string[] {
  const note = control.note === undefined ? [] : [words.say(control.note)];
  if (control.kind !== "range") return note;
  const { range, unit } = control;
  return [...note, words.say("agents.range", { least: words.number(range.least), most: words.number(range.most), unit }).trim()];
}

export function faultIn(words: Words, fault: Fault, label: string): string {
  if (fault.kind === "missing") return words.say("agents.name_missing");
  if (fault.kind === "address") return words.say("agents.function_url_bad");
  const { range, unit } = fault;
  return words
    .say("agents.out_of_range", { label, least: words.number(range.least), most: words.number(range.most), unit })
    .trim();
}

function Means({ control, parts, bound }: { control: Control; parts: Parts; bound: Bound }): React.ReactNode {
  const { id, value, readOnly, set } = parts;
  const common = { id, disabled: readOnly, "aria-invalid": parts.isBad, "aria-describedby": parts.describedBy };
  switch (control.kind) {
    case "range":
      return <RangeMeans control={control} parts={parts} />;
    case "switch":
      return (
        <input
          type="checkbox"
          role="switch"
          className="switch"
          {...common}
          checked={value === true}
          onChange={({ target }) => set(target.checked)}
        />
      );
    case "area":
      return <AreaMeans control={control} common={common} value={value} set={set} />;
    case "choice":
      return <ChoiceMeans control={control} common={common} value={value} set={set} />;
    case "provider":
      return <ProviderMeans part={control.part} common={common} value={value} set={set} />;
    case "model":
      return (
        <ModelMeans
          part={control.part}
          provider={control.provider}
          document={bound.document}
          common={common}
          value={value}
          set={set}
        />
      );
    case "voice":
      return <VoiceMeans common={common} bound={bound} />;
    case "language":
      return <LanguageMeans common={common} value={value} bound={bound} />;
    default:
      return (
        <input
          {...common}
          className="input"
          maxLength={control.most}
          value={typeof value === "string" ? value : ""}
          onChange={({ target }) => set(target.value)}
        />
      );
  }
}

interface AreaMeansProps {
  control: Extract<Control, { kind: "area" | "text" }>;
  common: Pick<React.ComponentProps<"textarea">, "disabled" | "aria-invalid" | "aria-describedby"> & { id: string };
  value: unknown;
  set: (value: string) => void;
}

/** Texts in which `{name}` is filled in when a call begins. */
const FILLED_IN: ReadonlySet<string> = new Set(["agents.welcome", "agents.prompt"]);

function AreaMeans({ control, common, value, set }: AreaMeansProps): React.ReactNode {
  const text = typeof value === "string" ? value : "";
  return (
    <>
      <textarea
        {...common}
        className="input area"
        rows={control.rows ?? 3}
        maxLength={control.most}
        value={text}
        onChange={({ target }) => set(target.value)}
      />
      {FILLED_IN.has(control.label) && common.disabled !== true && <Variables areaId={common.id} value={text} set={set} />}
    </>
  );
}

/** The slider is for the pointer; keys and screen readers have the number beside it, which says and does the same. */
function RangeMeans({ control, parts }: { control: Extract<Control, { kind: "range" }>; parts: Parts }): React.ReactNode {
  const { least, most, step } = control.range;
  const shown = parts.value === undefined ? control.usual : parts.value;
  const number = typeof shown === "number" ? shown : least;
  const share = Math.min(1, Math.max(0, (number - least) / (most - least)));
  return (
    <div className="slider-row">
      <input
        type="range"
        className="slider"
        aria-hidden="true"
        tabIndex={-1}
        min={least}
        max={most}
        step={step}
        disabled={parts.readOnly}
        style={shareStyle(share)}
        value={number}
        onChange={({ target }) => parts.set(target.valueAsNumber)}
      />
      <span className="number-field">
        <input
          id={parts.id}
          type="number"
          className="input"
          min={least}
          max={most}
          step={step < 1 ? step : 1}
          disabled={parts.readOnly}
          aria-invalid={parts.isBad}
          aria-describedby={parts.describedBy}
          value={typeof shown === "number" ? shown : ""}
          onChange={({ target }) => parts.set(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
        />
        {control.unit !== "" && <span aria-hidden="true">{control.unit}</span>}
      </span>
    </div>
  );
}

interface ChoiceMeansProps {
  control: Extract<Control, { kind: "choice" }>;
  common: Common;
  value: unknown;
  set: (value: unknown) => void;
}

type Common = Pick<React.ComponentProps<"select">, "id" | "disabled" | "aria-invalid" | "aria-describedby">;

/** Nothing written is the first; a name that is not offered stays as it is. */
function ChoiceMeans({ control: { options }, common, value, set }: ChoiceMeansProps): React.ReactNode {
  const words = useWords();
  const chosen = typeof value === "string" ? value : (options[0]?.value ?? "");
  return (
    <select {...common} className="input select" value={chosen} onChange={({ target }) => set(target.value)}>
      {!options.some((one) => one.value === chosen) && <option value={chosen}>{chosen}</option>}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label === undefined ? one.value : words.say(one.label)}
        </option>
      ))}
    </select>
  );
}

interface LanguageMeansProps {
  common: Common;
  value: unknown;
  bound: Bound;
}

/** What is heard and what is spoken: one language. */
function LanguageMeans({ common, value, bound }: LanguageMeansProps): React.ReactNode {
  const heard = typeof value === "string" ? value : "en";
  const known = LANGUAGES.find((one) => one === heard.split("-")[0]);
  const choose = (language: string): void => {
    bound.set(LANGUAGE_PATHS.heard, language);
    bound.set(LANGUAGE_PATHS.spoken, language === "en" ? "en-US" : language);
  };
  return (
    <select {...common} className="input select" value={known ?? heard} onChange={({ target }) => choose(target.value)}>
      {!known && <option value={heard}>{heard}</option>}
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_FACTS[one].name}
        </option>
      ))}
    </select>
  );
}
