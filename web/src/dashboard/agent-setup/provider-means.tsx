/** Whose mind or ears an assistant is lent, and which of its models: what is connected, what could be, and what is always there. */
import { type Connection, PROVIDERS, providerNamed, type SpeechPart, valueAt } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useWords } from "../../words/index.ts";
import type { Path } from "./controls.ts";
import { INSTALLATION } from "./fresh-document.ts";
import * as questions from "./questions.ts";

type Common = Pick<React.ComponentProps<"select">, "id" | "disabled" | "aria-invalid" | "aria-describedby">;

interface ProviderMeansProps {
  part: SpeechPart;
  common: Common;
  value: unknown;
  set: (value: unknown) => void;
}

export function ProviderMeans({ part, common, value, set }: ProviderMeansProps): React.ReactNode {
  const words = useWords();
  const connections = useConnections().filter(({ lends }) => lends.includes(part));
  const others = PROVIDERS.filter(({ id, lends }) => lends.includes(part) && !connections.some((one) => one.provider === id));
  const chosen = idOf(value);
  const isOffered = [INSTALLATION, ...connections.map(({ provider }) => provider), ...others.map(({ id }) => id)].includes(
    chosen,
  );
  return (
    <>
      <select {...common} className="input select" value={chosen} onChange={({ target }) => set(target.value)}>
        <option value={INSTALLATION}>{words.say("agents.provider_default")}</option>
        {!isOffered && <option value={chosen}>{chosen}</option>}
        {connections.map(({ provider, name }) => (
          <option key={provider} value={provider}>
            {name}
          </option>
        ))}
        <optgroup label={words.say("agents.provider_others")}>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
      <KeyNote part={part} provider={value} />
    </>
  );
}

/** What is amiss with the key of the provider that a document names, and the way to put it right. */
export function KeyNote({ part, provider }: { part: SpeechPart; provider: unknown }): React.ReactNode {
  const words = useWords();
  const query = useConnectionsQuery();
  const known = PROVIDERS.find(({ id, lends }) => id === idOf(provider) && lends.includes(part));
  if (!known || !query.data) return null;
  const connection = query.data.data.find((one) => one.provider === known.id);
  if (connection && connection.state !== "refused" && connection.state !== "incomplete") return null;
  return (
    <p className="hint">
      <Link className="underline" to={paths.connect(known.id)}>
        {words.say(connection?.state === "refused" ? "agents.provider_refused" : "agents.provider_connect")}
      </Link>
    </p>
  );
}

interface ModelMeansProps {
  part: SpeechPart;
  provider: Path;
  document: unknown;
  common: Pick<React.ComponentProps<"input">, "id" | "disabled" | "aria-invalid" | "aria-describedby">;
  value: unknown;
  set: (value: unknown) => void;
}

/** Any model may be written; those that the provider is known to have are offered. */
export function ModelMeans({ part, provider, document, common, value, set }: ModelMeansProps): React.ReactNode {
  const chosen = idOf(valueAt(document, provider));
  const connection = useConnections().find((one) => one.provider === chosen);
  const listed = connection?.models ?? [];
  const models = listed.length > 0 ? listed : (PROVIDERS.find(({ id }) => id === chosen)?.models[part] ?? []);
  const list = `${common.id ?? ""}-models`;
  return (
    <>
      <input
        {...common}
        className="input"
        list={list}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        value={typeof value === "string" ? value : ""}
        onChange={({ target }) => set(target.value)}
      />
      <datalist id={list}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </>
  );
}

function useConnectionsQuery() {
  return useQuery(questions.connections);
}

const NONE: readonly Connection[] = [];

function useConnections(): readonly Connection[] {
  return useConnectionsQuery().data?.data ?? NONE;
}

function idOf(value: unknown): string {
  if (typeof value !== "string" || value === "") return INSTALLATION;
  return providerNamed(value)?.provider.id ?? value;
}
