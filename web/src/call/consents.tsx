/** Entries of the ledger of consents, and a form for a new one: on the contact's page and on the ledger's own. */
import { type Consent, CONSENT_CHANNELS, CONSENT_PURPOSES, mayActAs, recordConsent, withdrawConsent } from "@ongea/contract";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useMe } from "../shell/me.tsx";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { Confirm, Dialog } from "../ui/dialog.tsx";
import { AreaField, SelectField, TextField } from "../ui/field.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { toast } from "../ui/toast.ts";
import { LANGUAGES, useLanguage, useWords } from "../words/index.ts";
import { LANGUAGE_FACTS } from "../words/languages.ts";

export const CONSENTS = ["consents"] as const;

export function ConsentRows({ consents }: { consents: readonly Consent[] }): React.ReactNode {
  const words = useWords();
  const [asked, setAsked] = useState<Consent>();
  const mayWithdraw = mayActAs(useMe().workspace.role, "agent_manager");
  const withdraw = useAct({
    act: ({ id: consent_id }: Consent) => server.call(withdrawConsent, { params: { consent_id } }),
    changes: [CONSENTS],
    done: () => {
      setAsked(undefined);
      toast(words.say("consents.withdrawn_done"));
    },
  });
  return (
    <>
      <ul className="m-0 list-none p-0">
        {consents.map((one) => (
          <li key={one.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3">
            <Entry consent={one} />
            {mayWithdraw && one.withdrawn_at === null && (
              <Button
                rank="quiet"
                aria-label={words.say("consents.withdraw_of", { number: one.number })}
                onClick={() => setAsked(one)}
              >
                {words.say("consents.withdraw")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={words.say("consents.withdraw_question")}
        description={words.say("consents.withdraw_note")}
        act={words.say("consents.withdraw")}
        busy={withdraw.busy && words.say("consents.withdraw")}
        problem={withdraw.problem}
        onConfirm={() => asked && withdraw.do(asked)}
      />
    </>
  );
}

function Entry({ consent }: { consent: Consent }): React.ReactNode {
  const words = useWords();
  const { number, purpose, channel, wording, means, proof, execution_id: callId, at_ms: atMs } = consent;
  return (
    <div className="grid min-w-60 grow basis-0 gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b>
          <bdi>{number}</bdi>
        </b>
        <span>
          {words.say(`consents.purpose_${purpose}`)} · {words.say(`consents.channel_${channel}`)}
        </span>
        <Standing consent={consent} />
      </p>
      <p className="[overflow-wrap:anywhere]">
        “<bdi lang={consent.language}>{wording}</bdi>”
      </p>
      <p className="hint [overflow-wrap:anywhere]">
        {words.say(`consents.means_${means}`)}
        {proof !== "" && (
          <>
            {" · "}
            <bdi>{proof}</bdi>
          </>
        )}
        {callId !== null && (
          <>
            {" · "}
            <Link className="underline" to={`${paths.call(callId)}${atMs === null ? "" : `?t=${Math.floor(atMs / 1_000)}`}`}>
              {words.say("consents.open_call")}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

function Standing({ consent }: { consent: Consent }): React.ReactNode {
  const words = useWords();
  const { given_at: given, expires_at: until, withdrawn_at: withdrawn, withdrawn_by: by, do_not_call: isListed } = consent;
  if (withdrawn !== null)
    return (
      <span className="status still whitespace-normal!">
        {words.say("consents.withdrawn", { moment: words.moment(withdrawn) })}
        {by !== null && ` · ${words.say(`consents.by_${by}`)}`}
      </span>
    );
  if (isListed && consent.purpose !== "recording")
    return <span className="status bad whitespace-normal!">{words.say("consents.on_list")}</span>;
  return (
    <span className="status good whitespace-normal!">
      {words.say("consents.given", { moment: words.moment(given) })}
      {until !== null && ` · ${words.say("consents.until", { moment: words.moment(until) })}`}
    </span>
  );
}

interface AddConsentProps {
  /** Absent: it is asked for. */
  number?: string | undefined;
}

/** A button that opens the form. */
export function AddConsent({ number }: AddConsentProps): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  if (!mayActAs(useMe().workspace.role, "agent_manager")) return null;
  return (
    <>
      <Button rank={number === undefined ? "first" : "plain"} onClick={() => setOpen(true)}>
        {words.say("consents.add")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={words.say("consents.add")}>
        <ConsentForm number={number} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const MEANS = ["form", "spoken", "key"] as const;

function ConsentForm({ number, close }: AddConsentProps & { close: () => void }): React.ReactNode {
  const words = useWords();
  const { language: own } = useLanguage();
  const [typed, setTyped] = useState<ConsentTyped>({
    number: number ?? "",
    purpose: "marketing",
    channel: "any",
    means: "form",
    wording: "",
    language: own,
    proof: "",
    at: "",
  });
  const set = (change: Partial<ConsentTyped>): void => setTyped((before) => ({ ...before, ...change }));
  const save = useAct({
    act: ({ at, ...body }: ConsentTyped) =>
      server.call(recordConsent, { body: { ...body, ...(at === "" ? {} : { given_at: new Date(at).toISOString() }) } }),
    changes: [CONSENTS],
    done: () => {
      close();
      toast(words.say("consents.saved"));
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.do(typed);
      }}
    >
      {number === undefined && (
        <TextField
          label={words.say("consents.number")}
          type="tel"
          required
          maxLength={200}
          value={typed.number}
          onChange={({ target }) => set({ number: target.value })}
        />
      )}
      <Kind typed={typed} set={set} />
      <AreaField
        label={words.say("consents.wording")}
        required
        rows={3}
        maxLength={1_000}
        value={typed.wording}
        onChange={({ target }) => set({ wording: target.value })}
      />
      <SelectField
        label={words.say("consents.language")}
        value={typed.language}
        onChange={({ target }) => set({ language: LANGUAGES.find((one) => one === target.value) ?? own })}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {LANGUAGE_FACTS[one].name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say("consents.proof")}
        hint={words.say("consents.proof_note")}
        maxLength={500}
        value={typed.proof}
        onChange={({ target }) => set({ proof: target.value })}
      />
      <TextField
        label={words.say("consents.given_at")}
        hint={words.say("consents.given_note")}
        type="datetime-local"
        value={typed.at}
        onChange={({ target }) => set({ at: target.value })}
      />
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={save.busy && words.say("shell.saving")}>
          {words.say("consents.save")}
        </Button>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}

type ConsentTyped = Pick<Consent, "number" | "purpose" | "channel" | "means" | "wording" | "language" | "proof"> & {
  /** As the browser's own field has it; empty: now. */
  at: string;
};

interface KindProps {
  typed: ConsentTyped;
  set: (change: Partial<ConsentTyped>) => void;
}

function Kind({ typed, set }: KindProps): React.ReactNode {
  const words = useWords();
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <SelectField
        label={words.say("consents.purpose")}
        value={typed.purpose}
        onChange={({ target }) => set({ purpose: CONSENT_PURPOSES.find((one) => one === target.value) ?? "marketing" })}
      >
        {CONSENT_PURPOSES.map((one) => (
          <option key={one} value={one}>
            {words.say(`consents.purpose_${one}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.say("consents.channel")}
        value={typed.channel}
        onChange={({ target }) => set({ channel: CONSENT_CHANNELS.find((one) => one === target.value) ?? "any" })}
      >
        {CONSENT_CHANNELS.map((one) => (
          <option key={one} value={one}>
            {words.say(`consents.channel_${one}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.say("consents.means")}
        value={typed.means}
        onChange={({ target }) => set({ means: MEANS.find((one) => one === target.value) ?? "form" })}
      >
        {MEANS.map((one) => (
          <option key={one} value={one}>
            {words.say(`consents.means_${one}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
