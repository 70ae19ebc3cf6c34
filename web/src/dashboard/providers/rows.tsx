import { type CatalogueProvider, checkConnection, type Connection, PROVIDERS, removeConnection } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { type SentenceId, useWords, type Words } from "../../words/index.ts";
import { Glyph, hasGlyph } from "./glyph.tsx";
import { PROVIDERS_KEY } from "./keys.ts";

const MASK = "•••••";

interface AvailableRowProps {
  provider: CatalogueProvider;
  open: ((id: string) => void) | undefined;
}

export function AvailableRow({ provider: { id, name, category, lends }, open }: AvailableRowProps): React.ReactNode {
  const words = useWords();
  return (
    <li className="provider">
      <Named provider={id} name={name} category={words.say(`providers.category_${category}`)} lends={lends} />
      {open && (
        <Button
          className="ms-auto"
          onClick={() => open(id)}
          aria-label={words.say("providers.connect_title", { provider: name })}
        >
          {words.say("providers.connect")}
        </Button>
      )}
    </li>
  );
}

interface ConnectedRowProps {
  connection: Connection;
  open: ((id: string) => void) | undefined;
}

export function ConnectedRow({ connection, open }: ConnectedRowProps): React.ReactNode {
  const words = useWords();
  const { id, provider, name, own, state, failed, lends, last_four: last } = connection;
  const check = useAct({
    act: () => server.call(checkConnection, { params: { connection_id: id } }),
    changes: [PROVIDERS_KEY],
  });
  const known = PROVIDERS.find((one) => one.id === provider);
  const category = own || !known ? words.say("providers.category_own") : words.say(`providers.category_${known.category}`);
  const note = noteOf(words, connection);
  return (
    <li className="provider">
      <Named provider={own ? undefined : provider} name={name} category={category} lends={lends} />
      <div className="provider-state">
        <span className={`status ${SHAPES[state]}`}>{words.say(STATES[state])}</span>
        {last !== "" && (
          <span className="code" dir="ltr">
            <span aria-hidden="true">{MASK + last}</span>
            <span className="visually-hidden">{words.say("providers.masked", { last })}</span>
          </span>
        )}
        {own && (
          <small className="code">
            <bdi>{connection.base_url}</bdi>
          </small>
        )}
        {note !== undefined && <small className="block">{note}</small>}
        {failed !== null && isRecent(failed.at) && (
          <small className="block">
            {words.say("providers.failed_note", { when: words.ago(failed.at), by: failed.by, message: failed.message })}
          </small>
        )}
        <ProblemLine>{check.problem}</ProblemLine>
      </div>
      <Account connection={connection} />
      {open && (
        <div className="provider-acts">
          {state !== "incomplete" && (
            <Button rank="quiet" busy={check.busy && words.say("providers.checking")} onClick={() => check.do()}>
              {words.say("providers.check")}
            </Button>
          )}
          {!own && (
            <Button
              rank="quiet"
              onClick={() => open(provider)}
              aria-label={words.say("providers.replace_title", { provider: name })}
            >
              {words.say("providers.replace")}
            </Button>
          )}
          <Remove connection={connection} />
        </div>
      )}
    </li>
  );
}

const SHAPES = { ok: "good", unchecked: "waiting", refused: "bad", incomplete: "waiting" } as const;
const STATES: Readonly<Record<Connection["state"], SentenceId>> = {
  ok: "providers.connected",
  unchecked: "providers.unchecked",
  refused: "providers.refused",
  incomplete: "providers.incomplete",
};

function noteOf(words: Words, { state, problem, checked_at: checkedAt }: Connection): string | undefined {
  if (state === "refused") return words.say("providers.refused_note");
  if (state === "incomplete") return words.say("providers.incomplete_note");
  if (problem !== null) return words.say(`providers.${problem}_note`);
  return checkedAt === null ? undefined : words.say("providers.checked_at", { when: words.ago(checkedAt) });
}

const DAY_MS = 86_400_000;

function isRecent(at: string): boolean {
  return Date.now() - Date.parse(at) < DAY_MS;
}

interface NamedProps {
  /** Absent: a service of the workspace's own. */
  provider?: string | undefined;
  name: string;
  category: string;
  lends: readonly string[];
}

function Named({ provider, name, category, lends }: NamedProps): React.ReactNode {
  const words = useWords();
  const known = LENDS.filter((one) => lends.includes(one)).map((one) => words.say(`providers.lends_${one}`));
  return (
    <div className="provider-name">
      <span className="avatar" aria-hidden="true">
        {provider !== undefined && hasGlyph(provider) ? <Glyph of={provider} /> : initialsOf(name)}
      </span>
      <span>
        <b>{name}</b>
        <small className="block text-ink-2">{[...new Set([category, ...known])].join(" · ")}</small>
      </span>
    </div>
  );
}

const LENDS = ["llm", "transcriber", "voice", "realtime", "telephony", "messages", "scheduling"] as const;

/** "Azure OpenAI" is AO, "Cal.com" is CA. */
function initialsOf(name: string): string {
  const parts = name.split(/\s+/u);
  const [first = "", second] = parts;
  return (second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
}

/** What the provider itself said of the account when the key was checked. */
function Account({ connection: { account } }: { connection: Connection }): React.ReactNode {
  const words = useWords();
  const { name, status, type } = account;
  if (name === undefined && status === undefined && type === undefined) return null;
  return (
    <dl className="provider-account">
      {name !== undefined && <Fact name={words.say("providers.account_name")}>{name}</Fact>}
      {status !== undefined && (
        <Fact name={words.say("providers.account_status")}>
          <span className={`status ${status.toLowerCase() === "active" ? "good" : "under-way"}`}>{capitalised(status)}</span>
        </Fact>
      )}
      {type !== undefined && <Fact name={words.say("providers.account_type")}>{capitalised(type)}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Remove({ connection: { id, name } }: { connection: Connection }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(removeConnection, { params: { connection_id: id } }),
    changes: [PROVIDERS_KEY],
    done: () => {
      setAsking(false);
      toast(words.say("providers.removed"), words.say("providers.removed_note", { name }));
    },
    failed: () => toast(words.say("providers.remove_failed"), words.say("providers.remove_failed_note"), "bad"),
  });
  return (
    <>
      <Button rank="bad" onClick={() => setAsking(true)} aria-label={words.say("providers.remove_named", { name })}>
        {words.say("providers.remove")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("providers.remove_title", { name })}
        description={words.say("providers.remove_note")}
        act={words.say("providers.remove")}
        busy={act.busy && words.say("providers.removing")}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </>
  );
}
