/** A realtime model in place of transcriber and LLM: whose, which, and who speaks. */
import {
  type Connection,
  CONVERSATION_PATH,
  conversationOf,
  REALTIME_PROVIDERS,
  type RealtimeProvider,
  realtimeProviderNamed,
  type S2s,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useWords } from "../../words/index.ts";
import { ControlRow, describedBy } from "./control-row.tsx";
import type { Bound } from "./fields.tsx";
import * as questions from "./questions.ts";

const PATH = [...CONVERSATION_PATH, "tools_config", "s2s"] as const;

export function Realtime({ bound }: { bound: Bound }): React.ReactNode {
  const words = useWords();
  const { s2s } = conversationOf(bound.document).tools_config;
  const provider = s2s ? realtimeProviderNamed(s2s.provider) : undefined;
  return (
    <section className="controls" aria-label={words.say("agents.realtime")}>
      <h2>{words.say("agents.realtime")}</h2>
      <ProviderRow bound={bound} s2s={s2s ?? undefined} />
      {s2s && <DetailRows bound={bound} s2s={s2s} provider={provider} />}
    </section>
  );
}

function ProviderRow({ bound, s2s }: { bound: Bound; s2s: S2s | undefined }): React.ReactNode {
  const words = useWords();
  const id = useId();
  const connections = useQuery(questions.connections).data?.data;
  const offered = REALTIME_PROVIDERS.filter((one) => connections?.some((connection) => isKeyOf(one, connection)));
  const chosen = s2s?.provider ?? "";
  const note = words.say("agents.realtime_note");
  const isOffered = chosen === "" || offered.some((one) => one.id === chosen);
  const choose = (next: string): void => bound.set(PATH, next === "" ? null : { provider: next, provider_config: {} });
  return (
    <ControlRow id={id} label={words.say("agents.provider")} note={note} problem={undefined} isTall={false}>
      <select
        id={id}
        className="input select"
        aria-describedby={describedBy({ id, note, problem: undefined })}
        disabled={bound.readOnly}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{words.say("agents.realtime_none")}</option>
        {!isOffered && <option value={chosen}>{realtimeProviderNamed(chosen)?.name ?? chosen}</option>}
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {connections && (offered.length === 0 || !isOffered) && !s2s?.base_url && (
        <p className="hint">
          <Link className="underline" to={paths.connect("openai")}>
            {words.say("agents.realtime_connect")}
          </Link>
        </p>
      )}
    </ControlRow>
  );
}

interface DetailRowsProps {
  bound: Bound;
  s2s: S2s;
  provider: RealtimeProvider | undefined;
}

function DetailRows({ bound, s2s, provider }: DetailRowsProps): React.ReactNode {
  const words = useWords();
  const id = useId();
  const { provider_config: config } = s2s;
  const set = (change: Partial<S2s["provider_config"]>): void =>
    bound.set(PATH, { ...s2s, provider_config: { ...config, ...change } });
  const modes = provider?.modes ?? [];
  const mode = config.mode ?? modes[0] ?? "half";
  const note = words.say("agents.realtime_speaks_note");
  return (
    <>
      <Suggested
        label={words.say("agents.model")}
        value={config.model ?? ""}
        usual={provider?.models ?? []}
        readOnly={bound.readOnly}
        set={(model) => set({ model: model || null })}
      />
      {modes.length > 1 && (
        <ControlRow id={id} label={words.say("agents.realtime_speaks")} note={note} problem={undefined} isTall={false}>
          <select
            id={id}
            className="input select"
            aria-describedby={describedBy({ id, note, problem: undefined })}
            disabled={bound.readOnly}
            value={mode}
            onChange={({ target }) => set({ mode: modes.find((one) => one === target.value) ?? null })}
          >
            {modes.map((one) => (
              <option key={one} value={one}>
                {words.say(one === "full" ? "agents.realtime_own_voice" : "agents.realtime_tts")}
              </option>
            ))}
          </select>
        </ControlRow>
      )}
      {mode === "full" && (
        <Suggested
          label={words.say("agents.realtime_voice")}
          value={config.voice ?? ""}
          usual={provider?.voices ?? []}
          readOnly={bound.readOnly}
          set={(voice) => set({ voice: voice || null })}
        />
      )}
    </>
  );
}

interface SuggestedProps {
  label: string;
  value: string;
  /** The first is what an empty field means. */
  usual: readonly string[];
  readOnly: boolean;
  set: (value: string) => void;
}

/** Any may be written; those that are known are offered. */
function Suggested({ label, value, usual, readOnly, set }: SuggestedProps): React.ReactNode {
  const id = useId();
  return (
    <ControlRow id={id} label={label} note={undefined} problem={undefined} isTall={false}>
      <input
        id={id}
        className="input"
        list={`${id}-usual`}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        placeholder={usual[0]}
        disabled={readOnly}
        value={value}
        onChange={({ target }) => set(target.value.trim())}
      />
      <datalist id={`${id}-usual`}>
        {usual.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </ControlRow>
  );
}

function isKeyOf({ connection }: RealtimeProvider, { own, provider, state, base_url: url }: Connection): boolean {
  if (state === "refused" || state === "incomplete") return false;
  if ("id" in connection) return !own && provider === connection.id;
  return own && url !== null && URL.canParse(url) && new URL(url).hostname === connection.host;
}
