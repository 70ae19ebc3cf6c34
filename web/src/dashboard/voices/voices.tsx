/** Every voice that can be chosen: heard here, and added to the workspace. */
import { FALLBACK_VOICES, mayActAs, type LibraryVoice } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { PageHead } from "../../shell/page-head.tsx";
import { useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { toast } from "../../ui/toast.ts";
import { useOnePlayer } from "../../voice/one-player.ts";
import { accentOf, languageName, primaryOf } from "../../voice/voice-words.ts";
import { useWords, type Words } from "../../words/index.ts";
import { figures, library } from "./questions.ts";
import { providerName, VoiceCard } from "./voice-card.tsx";

const SKELETONS = 6;
const PAGE = 24;

export function Voices(): React.ReactNode {
  const words = useWords();
  const { data, isError, refetch } = useQuery(library);
  const [filter, setFilter] = useState(ALL);
  useEffect(
    () => (isError ? toast(words.say("voices.failed"), words.say("voices.fallback"), "bad") : undefined),
    [isError, words],
  );
  const voices = data ?? (isError ? FALLBACK_VOICES : undefined);
  return (
    <>
      <PageHead title={words.say("voices.title")} subtitle={words.say("voices.subtitle")} />
      <Figures />
      <Filters voices={voices ?? []} filter={filter} set={(change) => setFilter((before) => ({ ...before, ...change }))} />
      {isError && data === undefined && (
        <p className="flex flex-wrap items-center gap-3 py-2" role="alert">
          <span className="problem">{words.say("voices.failed")}</span>
          <Button onClick={() => void refetch()}>{words.say("shell.try_again")}</Button>
        </p>
      )}
      {voices ? <Found voices={voices} filter={filter} clear={() => setFilter(ALL)} /> : <Skeletons />}
    </>
  );
}

interface Filter {
  search: string;
  language: string;
  provider: string;
}

const ALL: Filter = { search: "", language: "", provider: "" };

interface FiltersProps {
  voices: readonly LibraryVoice[];
  filter: Filter;
  set: (change: Partial<Filter>) => void;
}

function Filters({ voices, filter, set }: FiltersProps): React.ReactNode {
  const words = useWords();
  const languages = [...new Set(voices.map(({ language }) => primaryOf(language)))]
    .map((tag) => ({ tag, name: languageName(words, tag) ?? words.say("voices.any_language") }))
    .toSorted((a, b) => a.name.localeCompare(b.name, words.language));
  const providers = [...new Set(voices.map(({ provider }) => provider))];
  return (
    <div className="filters">
      <input
        className="input small max-w-80"
        type="search"
        aria-label={words.say("voices.search")}
        placeholder={words.say("voices.search")}
        value={filter.search}
        maxLength={100}
        onChange={({ target }) => set({ search: target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <select
          className="input select small"
          aria-label={words.say("voices.language")}
          value={filter.language}
          onChange={({ target }) => set({ language: target.value })}
        >
          <option value="">{words.say("voices.all_languages")}</option>
          {languages.map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="input select small"
          aria-label={words.say("voices.provider")}
          value={filter.provider}
          onChange={({ target }) => set({ provider: target.value })}
        >
          <option value="">{words.say("voices.all_providers")}</option>
          {providers.map((provider) => (
            <option key={provider} value={provider}>
              {providerName(words, provider)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function Found({
  voices,
  filter,
  clear,
}: {
  voices: readonly LibraryVoice[];
  filter: Filter;
  clear: () => void;
}): React.ReactNode {
  const words = useWords();
  const mayAdd = mayActAs(useMe().workspace.role, "agent_manager");
  const player = useOnePlayer(() => toast(words.say("voices.playback"), words.say("voices.playback_note"), "bad"));
  const wanted = useDeferredValue(filter);
  const [shown, setShown] = useState(PAGE);
  const found = inOrder(voices.filter((voice) => fits(words, voice, wanted)));
  if (found.length === 0)
    return <Empty title={words.say("voices.none")} act={<Button onClick={clear}>{words.say("voices.show_all")}</Button>} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        {words.say("voices.found", { count: found.length })}
      </p>
      <ul className="voices">
        {found.slice(0, shown).map((voice) => (
          <VoiceCard key={voice.id} voice={voice} player={player} mayAdd={mayAdd} />
        ))}
      </ul>
      {found.length > shown && (
        <Button className="mt-4" onClick={() => setShown(shown + PAGE)}>
          {words.say("voices.more")}
        </Button>
      )}
    </>
  );
}

/** What is offered already stands first. */
function inOrder(voices: readonly LibraryVoice[]): LibraryVoice[] {
  return voices.toSorted((a, b) => Number(b.offered) - Number(a.offered));
}

function fits(words: Words, voice: LibraryVoice, { search, language, provider }: Filter): boolean {
  if (language !== "" && primaryOf(voice.language) !== language) return false;
  if (provider !== "" && voice.provider !== provider) return false;
  const said = [voice.name, voice.accent, voice.model, accentOf(words, voice), words.say(`voices.${voice.gender}`)];
  // By how words begin: "male" is not in "female".
  const all = said
    .join(" ")
    .toLowerCase()
    .split(/[\s()]+/);
  const parts = search.toLowerCase().split(/\s+/);
  return parts.every((part) => all.some((word) => word.startsWith(part)));
}

function Skeletons(): React.ReactNode {
  const words = useWords();
  return (
    <div role="status">
      <span className="visually-hidden">{words.say("shell.loading")}</span>
      <ul className="voices" aria-hidden="true">
        {Array.from({ length: SKELETONS }, (_, place) => (
          <li key={place} className="voice-skeleton" />
        ))}
      </ul>
    </div>
  );
}

function Figures(): React.ReactNode {
  const words = useWords();
  const { data } = useQuery(figures);
  const shown = [
    ["voices.total", data?.voices],
    ["voices.languages", data?.languages],
    ["voices.providers", data?.providers],
    ["voices.premium", data?.premium_voices],
  ] as const;
  // Where no provider is connected there are none, and nothing of them is said.
  const isShown = ([name, count]: (typeof shown)[number]): boolean => name !== "voices.premium" || count !== 0;
  return (
    <div className="banner">
      <dl className="figures" aria-busy={!data}>
        {shown.filter(isShown).map(([name, count]) => (
          <div key={name}>
            <dt>{words.say(name)}</dt>
            <dd>{count !== undefined && words.number(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
