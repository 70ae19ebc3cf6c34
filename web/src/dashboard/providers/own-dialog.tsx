/** A service of one's own that speaks OpenAI's protocol. */
import { connectOwnService, SPEECH_PARTS, type SpeechPart } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { useConnect } from "./connect-dialog.tsx";

interface OwnDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function OwnDialog({ open, onOpenChange }: OwnDialogProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.say("providers.own_connect")}
      description={words.say("providers.own_note")}
    >
      <OwnForm close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function OwnForm({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [key, setKey] = useState("");
  const [lends, setLends] = useState<readonly SpeechPart[]>(["llm"]);
  const body = { name: name.trim(), base_url: address.trim(), key: key.trim(), lends: [...lends] };
  const connect = useConnect(() => server.call(connectOwnService, { body }), close);
  const isComplete = body.name !== "" && URL.canParse(body.base_url) && lends.length > 0;
  return (
    <form
      className="grid gap-4"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) connect.do();
      }}
    >
      <TextField
        label={words.say("providers.own_name")}
        hint={words.say("providers.own_name_hint")}
        required
        minLength={2}
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={words.say("providers.own_address")}
        hint={words.say("providers.own_address_hint")}
        type="url"
        dir="ltr"
        required
        maxLength={2_000}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Lends lends={lends} set={setLends} />
      <TextField
        label={words.say("providers.optional", { label: words.say("providers.key") })}
        hint={words.say("providers.encryption")}
        type="password"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={4_096}
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      <ProblemLine>{connect.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" disabled={!isComplete} busy={connect.busy && words.say("providers.connecting")}>
          {words.say("providers.submit")}
        </Button>
        <Button onClick={close} disabled={connect.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

function Lends({ lends, set }: { lends: readonly SpeechPart[]; set: (lends: readonly SpeechPart[]) => void }): React.ReactNode {
  const words = useWords();
  const choose = (part: SpeechPart, isChosen: boolean): void =>
    set(SPEECH_PARTS.filter((one) => (one === part ? isChosen : lends.includes(one))));
  return (
    <fieldset className="field">
      <legend className="label">{words.say("providers.own_lends")}</legend>
      {SPEECH_PARTS.map((part) => (
        <label key={part} className="flex items-center gap-2">
          <input type="checkbox" checked={lends.includes(part)} onChange={({ target }) => choose(part, target.checked)} />
          {words.say(`providers.lends_${part}`)}
        </label>
      ))}
    </fieldset>
  );
}
