/** What a trunk at Africa's Talking needs besides: with what calls are ordered there, and where it asks what to do with them. */
import type { SipTrunk } from "@ongea/contract";
import { TextField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";
import type { Change, TrunkDraft } from "./trunk-draft.ts";

interface OrderedCallsProps {
  draft: TrunkDraft;
  change: Change;
  /** Undefined: a new one. */
  trunk: SipTrunk | undefined;
}

export function OrderedCalls({ draft, change, trunk }: OrderedCallsProps): React.ReactNode {
  const words = useWords();
  const known = trunk?.africastalking;
  return (
    <>
      <TextField
        label={words.say("numbers.trunk_application")}
        dir="ltr"
        required
        maxLength={80}
        spellCheck={false}
        value={draft.application}
        onChange={({ target }) => change({ application: target.value })}
      />
      <TextField
        label={words.say("numbers.trunk_api_key")}
        hint={words.say(known ? "numbers.trunk_api_key_kept" : "numbers.trunk_api_key_new")}
        type="password"
        dir="ltr"
        autoComplete="new-password"
        maxLength={256}
        value={draft.apiKey}
        onChange={({ target }) => change({ apiKey: target.value })}
      />
      {known?.callback_url && (
        <TextField
          label={words.say("numbers.trunk_callback")}
          hint={words.say("numbers.trunk_callback_hint")}
          dir="ltr"
          readOnly
          value={known.callback_url}
          onFocus={({ target }) => target.select()}
        />
      )}
      {known && known.callback_url === null && <p className="hint">{words.say("numbers.trunk_no_callback")}</p>}
    </>
  );
}
