/** One rule of one country is edited: what it says, and where that was read. */
import { chosenOf } from "../../../ui/chosen.ts";
import {
  changeCountryPack,
  type Answer,
  type listCountryPacks,
  LANGUAGES,
  RECORDING_CONSENTS,
  type CountryPack,
  type PackRule,
} from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";
import { LANGUAGE_FACTS } from "../../../words/languages.ts";
import { changeOf, draftOf, type RuleDraft } from "./rule-draft.ts";
import { weekdaysIn } from "./rule-in-words.ts";

export type Spoken = Answer<typeof listCountryPacks>["spoken"];

interface RuleFormProps {
  pack: CountryPack;
  rule: PackRule;
  spoken: Spoken;
  close: () => void;
}

interface PartProps {
  draft: RuleDraft;
  set: (change: Partial<RuleDraft>) => void;
  spoken: Spoken;
}

const PARTS: Record<PackRule, (props: PartProps) => React.ReactNode> = {
  hours: Hours,
  holidays: Holidays,
  consent: Consent,
  recording: Recording,
  disclosure: Disclosure,
};

export function RuleForm({ pack, rule, spoken, close }: RuleFormProps): React.ReactNode {
  const words = useWords();
  const [draft, setDraft] = useState(() => draftOf(pack, rule, new Date().toISOString().slice(0, 10)));
  const set = (change: Partial<RuleDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const save = useAct({
    act: () => server.call(changeCountryPack, { params: { country: pack.country }, body: changeOf(draft, rule) }),
    changes: [["country-packs"]],
    done: () => {
      toast(words.say("settings.saved"));
      close();
    },
  });
  const send = (event: React.SubmitEvent): void => {
    event.preventDefault();
    save.do();
  };
  const Part = PARTS[rule];
  return (
    <form className="form py-4" onSubmit={send}>
      <Part draft={draft} set={set} spoken={spoken} />
      <TextField
        label={words.say("settings.rule_source")}
        maxLength={300}
        required
        value={draft.source}
        onChange={({ target }) => set({ source: target.value })}
      />
      <TextField
        label={words.say("settings.rule_read_on")}
        type="date"
        required
        value={draft.readOn}
        onChange={({ target }) => set({ readOn: target.value })}
      />
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" rank="first" busy={save.busy && words.say("shell.saving")}>
          {words.say("settings.save")}
        </Button>
        <Button onClick={close} disabled={save.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

function Hours({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  const change = (at: number, part: Partial<RuleDraft["week"][number]>): void =>
    set({ week: draft.week.map((day, i) => (i === at ? { ...day, ...part } : day)) });
  return (
    <>
      <p className="hint">{words.say("settings.rule_hours_hint")}</p>
      {weekdaysIn(words).map((day, at) => (
        <div key={day} className="rule-day">
          <TextField
            label={words.say("settings.rule_from", { day })}
            type="time"
            value={draft.week[at]?.from ?? ""}
            onChange={({ target }) => change(at, { from: target.value })}
          />
          <TextField
            label={words.say("settings.rule_to", { day })}
            type="time"
            value={draft.week[at]?.to ?? ""}
            onChange={({ target }) => change(at, { to: target.value })}
          />
        </div>
      ))}
    </>
  );
}

function Holidays({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <TextField
        label={words.say("settings.rule_days")}
        hint={words.say("settings.rule_days_hint")}
        dir="ltr"
        maxLength={1_500}
        value={draft.days}
        onChange={({ target }) => set({ days: target.value })}
      />
      <TextField
        label={words.say("settings.rule_easter")}
        hint={words.say("settings.rule_easter_hint")}
        dir="ltr"
        maxLength={60}
        value={draft.easter}
        onChange={({ target }) => set({ easter: target.value })}
      />
    </>
  );
}

function Consent({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={draft.needed} onChange={({ target }) => set({ needed: target.checked })} />
      {words.say("settings.rule_consent_needed")}
    </label>
  );
}

function Recording({ draft, set, spoken }: PartProps): React.ReactNode {
  const words = useWords();
  const { consent } = draft;
  const usual = consent === "announce" || consent === "ask" ? spoken[consent] : undefined;
  return (
    <>
      <SelectField
        label={words.say("settings.rule_recording")}
        value={consent}
        onChange={({ target }) => set({ consent: chosenOf(RECORDING_CONSENTS, target.value) })}
      >
        {RECORDING_CONSENTS.map((one) => (
          <option key={one} value={one}>
            {words.say(`settings.record_${one}`)}
          </option>
        ))}
      </SelectField>
      {usual && <Wordings draft={draft} set={set} usual={usual} />}
    </>
  );
}

function Disclosure({ draft, set, spoken }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={draft.needed} onChange={({ target }) => set({ needed: target.checked })} />
        {words.say("settings.disclosure_needed")}
      </label>
      {draft.needed && <Wordings draft={draft} set={set} usual={spoken.disclose} />}
    </>
  );
}

interface WordingsProps extends Pick<PartProps, "draft" | "set"> {
  /** What is said without words of the workspace's own. */
  usual: Readonly<Record<string, string>>;
}

function Wordings({ draft, set, usual }: WordingsProps): React.ReactNode {
  const words = useWords();
  return (
    <fieldset className="rule-words">
      <legend>{words.say("settings.record_words")}</legend>
      <p className="hint">{words.say("settings.record_words_hint")}</p>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={LANGUAGE_FACTS[language].name}
          lang={language}
          dir={LANGUAGE_FACTS[language].direction}
          maxLength={300}
          placeholder={usual[language]}
          value={draft.words[language] ?? ""}
          onChange={({ target }) => set({ words: { ...draft.words, [language]: target.value } })}
        />
      ))}
    </fieldset>
  );
}
