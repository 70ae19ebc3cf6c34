/** What most trunks need nobody to touch. */
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";
import { CODEC_CHOICES, type Change, type TrunkDraft } from "./trunk-draft.ts";

const CODEC_NAMES: Readonly<Record<string, string>> = {
  "ulaw,alaw": "G.711 µ-law, A-law",
  "alaw,ulaw": "G.711 A-law, µ-law",
  ulaw: "G.711 µ-law",
  alaw: "G.711 A-law",
};

const SDES = "SRTP (SDES)";

interface DetailsProps {
  draft: TrunkDraft;
  change: Change;
}

export function TrunkDetails({ draft, change }: DetailsProps): React.ReactNode {
  const words = useWords();
  return (
    <details>
      <summary className="cursor-pointer font-bold">{words.say("numbers.trunk_more")}</summary>
      <div className="grid gap-4 pt-4">
        <TextField
          label={words.say("numbers.trunk_port")}
          hint={words.say("numbers.trunk_port_hint")}
          type="number"
          dir="ltr"
          min={1}
          max={65_535}
          value={draft.port}
          onChange={({ target }) => change({ port: target.value })}
        />
        <AreaField
          label={words.say("numbers.trunk_sources")}
          hint={words.say("numbers.trunk_sources_hint")}
          dir="ltr"
          rows={2}
          value={draft.sources}
          onChange={({ target }) => change({ sources: target.value })}
        />
        <SelectField
          label={words.say("numbers.trunk_codecs")}
          value={draft.codecs}
          onChange={({ target }) => change({ codecs: target.value })}
        >
          {CODEC_CHOICES.map((one) => (
            <option key={one} value={one}>
              {CODEC_NAMES[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.say("numbers.trunk_encryption")}
          hint={words.say("numbers.trunk_encryption_hint")}
          value={draft.encryption}
          onChange={({ target }) => change({ encryption: target.value === "sdes" ? "sdes" : "no" })}
        >
          <option value="no">{words.say("numbers.trunk_encryption_no")}</option>
          <option value="sdes">{SDES}</option>
        </SelectField>
        <Carries draft={draft} change={change} />
        <TextField
          label={words.say("numbers.trunk_qualify")}
          type="number"
          dir="ltr"
          min={0}
          max={3_600}
          required
          value={draft.qualify}
          onChange={({ target }) => change({ qualify: target.value })}
        />
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={draft.plus} onChange={({ target }) => change({ plus: target.checked })} />
          {words.say("numbers.trunk_plus")}
        </label>
      </div>
    </details>
  );
}

/** How much it takes at a time, and what it does for us. */
function Carries({ draft, change }: DetailsProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <TextField
        label={words.say("numbers.trunk_lines")}
        hint={words.say("numbers.trunk_lines_hint")}
        type="number"
        dir="ltr"
        min={1}
        max={10_000}
        value={draft.lines}
        onChange={({ target }) => change({ lines: target.value })}
      />
      <TextField
        label={words.say("numbers.trunk_pace")}
        hint={words.say("numbers.trunk_pace_hint")}
        type="number"
        dir="ltr"
        min={0.1}
        max={1_000}
        step={0.1}
        value={draft.callsPerSecond}
        onChange={({ target }) => change({ callsPerSecond: target.value })}
      />
      <SelectField
        label={words.say("numbers.trunk_transfer")}
        hint={draft.transfer === "refer" ? words.say("numbers.trunk_transfer_hint") : undefined}
        value={draft.transfer}
        onChange={({ target }) => change({ transfer: target.value === "refer" ? "refer" : "bridge" })}
      >
        <option value="bridge">{words.say("numbers.trunk_transfer_bridge")}</option>
        <option value="refer">{words.say("numbers.trunk_transfer_refer")}</option>
      </SelectField>
    </>
  );
}
