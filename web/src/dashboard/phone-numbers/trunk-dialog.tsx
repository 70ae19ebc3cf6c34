/** 'Add SIP trunk', and what can be changed of one that is there. */
import { chosenOf } from "../../ui/chosen.ts";
import { addTrunkNumber, changeTrunk, createTrunk, removeTrunkNumber, TRUNK_TRANSPORTS, type SipTrunk } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { NUMBERS, TRUNKS } from "./keys.ts";
import { OrderedCalls } from "./ordered-calls.tsx";
import {
  changeOf,
  draftOf,
  isAfricasTalking,
  isComplete,
  newTrunkOf,
  numbersBetween,
  type Change,
  type TrunkDraft,
} from "./trunk-draft.ts";
import { TrunkDetails } from "./trunk-details.tsx";

interface TrunkDialogProps {
  /** Undefined: a new one. */
  trunk: SipTrunk | undefined;
  close: () => void;
}

export function TrunkDialog({ trunk, close }: TrunkDialogProps): React.ReactNode {
  const words = useWords();
  const title = trunk ? words.say("numbers.trunk_edit_named", { name: trunk.name }) : words.say("numbers.trunk_add");
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title}>
      <TrunkForm trunk={trunk} close={close} />
    </Dialog>
  );
}

async function save(draft: TrunkDraft, trunk: SipTrunk | undefined): Promise<void> {
  if (!trunk) return void (await server.call(createTrunk, { body: newTrunkOf(draft) }));
  const params = { trunk_id: trunk.id };
  await server.call(changeTrunk, { params, body: changeOf(draft, trunk) });
  const { added, gone } = numbersBetween(draft, trunk);
  for (const phone_number of added) await server.call(addTrunkNumber, { params, body: { phone_number } });
  for (const number of gone) await server.call(removeTrunkNumber, { params: { ...params, trunk_number_id: number } });
}

function TrunkForm({ trunk, close }: TrunkDialogProps): React.ReactNode {
  const words = useWords();
  const [draft, setDraft] = useState(() => draftOf(trunk));
  const change: Change = (some) => setDraft((before) => ({ ...before, ...some }));
  const isUnknown = !trunk?.africastalking;
  const act = useAct({
    act: () => save(draft, trunk),
    changes: [TRUNKS, NUMBERS, ["agents"]],
    done: () => {
      close();
      toast(words.say("numbers.trunk_saved"), draft.name);
    },
  });
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete(draft, isUnknown)) act.do();
      }}
    >
      <Named draft={draft} change={change} isNew={trunk === undefined} />
      <Account draft={draft} change={change} isNew={trunk === undefined} />
      {isAfricasTalking(draft) && draft.auth === "userpass" && <OrderedCalls draft={draft} change={change} trunk={trunk} />}
      <AreaField
        label={words.say("numbers.trunk_numbers")}
        hint={words.say("numbers.trunk_numbers_hint")}
        dir="ltr"
        rows={2}
        value={draft.numbers}
        onChange={({ target }) => change({ numbers: target.value })}
      />
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={draft.inbound} onChange={({ target }) => change({ inbound: target.checked })} />
        {words.say("numbers.trunk_inbound")}
      </label>
      <TrunkDetails draft={draft} change={change} />
      <ProblemLine>{act.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button
          rank="first"
          type="submit"
          disabled={!isComplete(draft, isUnknown)}
          busy={act.busy && words.say("numbers.trunk_saving")}
        >
          {words.say("numbers.trunk_save")}
        </Button>
        <Button onClick={close} disabled={act.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  draft: TrunkDraft;
  change: Change;
  isNew: boolean;
}

function Named({ draft, change, isNew }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <TextField
        label={words.say("numbers.trunk_name")}
        required
        maxLength={80}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      {isNew && (
        <TextField
          label={words.say("numbers.trunk_provider")}
          required
          maxLength={60}
          value={draft.provider}
          onChange={({ target }) => change({ provider: target.value })}
        />
      )}
      <TextField
        label={words.say("numbers.trunk_gateway")}
        hint={words.say("numbers.trunk_gateway_hint")}
        dir="ltr"
        required
        maxLength={253}
        spellCheck={false}
        value={draft.gateway}
        onChange={({ target }) => change({ gateway: target.value })}
      />
    </>
  );
}

const TRANSPORT_NAMES: Readonly<Record<SipTrunk["transport"], string>> = {
  "transport-udp": "UDP",
  "transport-tcp": "TCP",
  "transport-tls": "TLS",
};

function Account({ draft, change, isNew }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <SelectField
        label={words.say("numbers.trunk_transport")}
        value={draft.transport}
        onChange={({ target }) => change({ transport: chosenOf(TRUNK_TRANSPORTS, target.value) })}
      >
        {TRUNK_TRANSPORTS.map((one) => (
          <option key={one} value={one}>
            {TRANSPORT_NAMES[one]}
          </option>
        ))}
      </SelectField>
      {isNew && (
        <SelectField
          label={words.say("numbers.trunk_auth")}
          value={draft.auth}
          onChange={({ target }) => change({ auth: chosenOf(["userpass", "ip-based"], target.value) })}
        >
          <option value="userpass">{words.say("numbers.trunk_userpass")}</option>
          <option value="ip-based">{words.say("numbers.trunk_ip")}</option>
        </SelectField>
      )}
      {draft.auth === "userpass" && (
        <>
          <TextField
            label={words.say("numbers.trunk_username")}
            dir="ltr"
            required
            maxLength={128}
            spellCheck={false}
            value={draft.username}
            onChange={({ target }) => change({ username: target.value })}
          />
          <TextField
            label={words.say("numbers.trunk_password")}
            hint={words.say(isNew ? "numbers.trunk_password_new" : "numbers.trunk_password_kept")}
            type="password"
            dir="ltr"
            autoComplete="new-password"
            maxLength={256}
            value={draft.password}
            onChange={({ target }) => change({ password: target.value })}
          />
        </>
      )}
    </>
  );
}
