import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { useWords, type Words } from "../words/index.ts";
import { description } from "./description.ts";
import { find, type DocsEntry, placesOf } from "./find.ts";
import { readGuide } from "./guides.ts";
import { headingsOf } from "./markdown.tsx";
import { Method } from "./operation.tsx";
import { docsPaths, GUIDES, guideTitle } from "./places.ts";

/** The field for searching, and what it found; `/` goes to it, arrows choose, Enter goes there. */
export function Search(): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const places = usePlaces(words, open);
  const found = useMemo(() => find(text, places), [text, places]);
  useSlash(input);
  const go = (place: DocsEntry | undefined): void => {
    if (!place) return;
    setOpen(false);
    setText("");
    input.current?.blur();
    void goTo(place.to);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      setOpen(false);
      input.current?.blur();
    } else if (event.key === "Enter") {
      event.preventDefault();
      go(found[at]);
    } else if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
  };
  const shown = open && text.trim() !== "";
  return (
    <search className="docs-search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={words.say("docs.search")}
        placeholder={words.say("docs.search")}
        aria-expanded={shown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={shown && found[at] ? `${id}-${at}` : undefined}
        maxLength={100}
        autoComplete="off"
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
          setOpen(true);
        }}
      />
      <kbd>/</kbd>
      <Found id={id} places={shown ? found : []} at={at} go={go} />
      {shown && found.length === 0 && (
        <p className="docs-nothing" role="status">
          {words.say("docs.nothing", { q: text.trim() })}
        </p>
      )}
    </search>
  );
}

interface FoundProps {
  id: string;
  places: readonly DocsEntry[];
  at: number;
  go: (place: DocsEntry) => void;
}

function Found({ id, places, at, go }: FoundProps): React.ReactNode {
  const words = useWords();
  return (
    <ul id={id} role="listbox" aria-label={words.say("docs.search")} hidden={places.length === 0}>
      {places.map((place, index) => (
        <li
          key={place.to}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onPointerDown={(event) => {
            event.preventDefault();
            go(place);
          }}
        >
          <b dir="ltr">
            {place.method !== undefined && <Method of={place.method} />} {place.title}
          </b>
          <span dir="auto">{place.note}</span>
        </li>
      ))}
    </ul>
  );
}

/** What can be found; the guides are fetched when somebody begins to search. */
function usePlaces(words: Words, wanted: boolean): readonly DocsEntry[] {
  const routes = useQuery(description).data;
  const guides = useQuery({ queryKey: ["guides"], queryFn: readAll, enabled: wanted, staleTime: Infinity }).data;
  return useMemo(
    () => [
      ...(routes ? placesOf(routes) : []),
      ...GUIDES.flatMap((name) => {
        const title = words.say(guideTitle(name));
        const headings = guides?.[name] ?? [];
        return headings.map(({ title: heading, id }, index) => ({
          title: index === 0 ? title : heading,
          note: title,
          to: docsPaths.guide(name) + (index === 0 ? "" : `#${id}`),
          heavy: `${title} ${heading}`.toLowerCase(),
          light: name,
        }));
      }),
    ],
    [routes, guides, words],
  );
}

async function readAll(): Promise<Record<string, { title: string; id: string }[]>> {
  return Object.fromEntries(
    await Promise.all(GUIDES.map(async (name) => [name, headingsOf((await readGuide(name)) ?? "")] as const)),
  );
}

function useSlash(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [input]);
}
