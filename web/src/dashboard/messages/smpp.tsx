/** An account by SMPP: what its bind needs, whether it stands, and other settings. */
import {
  changeSender,
  type MessageSender,
  SMPP_BINDS,
  SMPP_RECEIPT_IDS,
  SMPP_SECURITY,
  type SmppProblem,
  type SmppSettings,
} from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords, type Words } from "../../words/index.ts";
import { SENDERS } from "./keys.ts";

export const NO_SMPP: SmppSettings = {
  host: "",
  port: 2775,
  security: "none",
  system_id: "",
  password: "",
  system_type: "",
  bind: "transceiver",
  per_second: 10,
  window: 10,
  receipt_ids: "same",
};

interface FieldsProps {
  smpp: SmppSettings;
  change: (smpp: SmppSettings) => void;
}

export function SmppFields({ smpp, change }: FieldsProps): React.ReactNode {
  const words = useWords();
  const set = (some: Partial<SmppSettings>): void => change({ ...smpp, ...some });
  return (
    <fieldset className="entry grid gap-3">
      <legend className="pb-2">{words.say("messages.smpp_smsc")}</legend>
      <LineField label={words.say("messages.mail_host")} value={smpp.host} set={(host) => set({ host })} most={253} />
      <CountField label={words.say("messages.mail_port")} value={smpp.port} set={(port) => set({ port })} most={65_535} />
      <SelectField
        label={words.say("messages.mail_security")}
        hint={words.say("messages.smpp_security_hint")}
        value={smpp.security}
        onChange={({ target }) => set({ security: SMPP_SECURITY.find((one) => one === target.value) ?? smpp.security })}
      >
        {SMPP_SECURITY.map((one) => (
          <option key={one} value={one}>
            {one === "none" ? words.say("messages.smpp_unencrypted") : one.toUpperCase()}
          </option>
        ))}
      </SelectField>
      <LineField
        label={words.say("messages.smpp_system_id")}
        value={smpp.system_id}
        set={(system_id) => set({ system_id })}
        most={15}
      />
      <TextField
        label={words.say("messages.mail_password")}
        type="password"
        dir="ltr"
        maxLength={64}
        autoComplete="new-password"
        value={smpp.password}
        onChange={({ target }) => set({ password: target.value })}
      />
      <LineField
        label={words.say("messages.smpp_system_type")}
        value={smpp.system_type}
        set={(system_type) => set({ system_type })}
        most={12}
        isOptional
      />
      <SelectField
        label={words.say("messages.smpp_bind")}
        value={smpp.bind}
        onChange={({ target }) => set({ bind: SMPP_BINDS.find((one) => one === target.value) ?? smpp.bind })}
      >
        {SMPP_BINDS.map((one) => (
          <option key={one} value={one}>
            {words.say(`messages.smpp_bind_${one}`)}
          </option>
        ))}
      </SelectField>
      <CountField
        label={words.say("messages.smpp_per_second")}
        value={smpp.per_second}
        set={(per_second) => set({ per_second })}
        most={500}
      />
      <CountField label={words.say("messages.smpp_window")} value={smpp.window} set={(window) => set({ window })} most={100} />
      <SelectField
        label={words.say("messages.smpp_receipts")}
        value={smpp.receipt_ids}
        onChange={({ target }) => set({ receipt_ids: SMPP_RECEIPT_IDS.find((one) => one === target.value) ?? smpp.receipt_ids })}
      >
        {SMPP_RECEIPT_IDS.map((one) => (
          <option key={one} value={one}>
            {words.say(`messages.smpp_receipts_${one}`)}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}

interface LineProps {
  label: string;
  value: string;
  set: (value: string) => void;
  most: number;
  isOptional?: boolean;
}

function LineField({ label, value, set, most, isOptional = false }: LineProps): React.ReactNode {
  return (
    <TextField
      label={label}
      dir="ltr"
      required={!isOptional}
      maxLength={most}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      value={value}
      onChange={({ target }) => set(target.value)}
    />
  );
}

interface CountProps {
  label: string;
  value: number;
  set: (value: number) => void;
  most: number;
}

function CountField({ label, value, set, most }: CountProps): React.ReactNode {
  return (
    <TextField
      label={label}
      type="number"
      required
      min={1}
      max={most}
      value={value}
      onChange={({ target }) => set(target.valueAsNumber || 0)}
    />
  );
}

interface StateProps {
  sender: Pick<MessageSender, "id" | "agent_id">;
  link: NonNullable<MessageSender["smpp"]>;
}

export function SmppState({ sender, link }: StateProps): React.ReactNode {
  const words = useWords();
  const { state, problem, checked_at: at, settings } = link;
  const moment = at === null ? undefined : words.ago(at);
  const isNew = state === "new" || moment === undefined;
  const shown = isNew ? words.say("messages.smpp_new") : words.say("messages.smpp_working", { moment });
  return (
    <div className="grid gap-3">
      {problem === null ? <p className="hint">{shown}</p> : <p className="problem">{problemWords(words, problem)}</p>}
      {settings !== null && <Change sender={sender} settings={settings} />}
    </div>
  );
}

function Change({
  sender: { id, agent_id },
  settings,
}: {
  sender: StateProps["sender"];
  settings: NonNullable<StateProps["link"]["settings"]>;
}) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [smpp, setSmpp] = useState<SmppSettings>({ ...settings, password: "" });
  const save = useAct({
    act: () => server.call(changeSender, { params: { sender_id: id }, body: { agent_id, smpp } }),
    changes: [SENDERS],
    done: () => {
      setOpen(false);
      setSmpp({ ...smpp, password: "" });
    },
  });
  return (
    <>
      <div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.say("messages.smpp_change")}
        </Button>
      </div>
      {isOpen && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!save.busy) save.do();
          }}
        >
          <SmppFields smpp={smpp} change={setSmpp} />
          <ProblemLine>{save.problem}</ProblemLine>
          <div>
            <Button type="submit" busy={save.busy && words.say("messages.mail_checking")}>
              {words.say("messages.smpp_save")}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

function problemWords(words: Words, problem: SmppProblem): string {
  return problem === "ended" ? words.say("messages.smpp_ended") : words.say(`refusals.sender.smpp_${problem}`);
}
