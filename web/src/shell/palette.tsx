/** Finds screens here and everything else on the server, by words; arrows choose, Enter goes there. */
import { type Found, type Me, search } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type RefObject, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { Icon } from "../ui/icon.tsx";
import { type FurtherArea, problemIn, useAreas, useWords, type Words } from "../words/index.ts";
import { useMe } from "./me.tsx";
import { SCREENS } from "./screens.ts";
import { ON_PAGE, settingsPagesFor } from "./settings-pages.ts";

const REST_MS = 200;
/** What its screens are called. */
const AREAS: readonly FurtherArea[] = ["settings", "docs", "playground"];

interface Choice {
  group: string;
  title: string;
  note: string;
  path: string;
}

interface PaletteProps {
  /** What was typed before it had come. */
  first: RefObject<string>;
  close: () => void;
}

export function Palette({ first, close }: PaletteProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const me = useMe();
  const goTo = useNavigate();
  const id = useId();
  const [text, setText] = useState(() => first.current);
  const [at, setAt] = useState(0);
  const asked = useRested(text.trim());
  const found = useQuery({
    queryKey: ["search", asked],
    queryFn: () => server.call(search, { query: { q: asked } }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const choices = [...screensFor(text, words, me), ...(text.trim() === "" ? [] : placesOf(found.data?.data ?? [], words))];
  const chosen = Math.min(at, choices.length - 1);
  const go = (choice: Choice | undefined): void => {
    if (!choice) return;
    close();
    void goTo(choice.path);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      go(choices[chosen]);
    }
  };
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog open palette" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{words.say("shell.search_title")}</Dialog.Title>
          <SearchInput
            list={id}
            chosen={choices[chosen] && `${id}-${chosen}`}
            text={text}
            change={(typed) => {
              setText(typed);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Choices id={id} choices={choices} chosen={chosen} go={go} choose={setAt} />
          {found.isError && asked !== "" && <p className="problem">{problemIn(words, found.error)}</p>}
          {choices.length === 0 && !found.isError && (
            <p className="text-ink-2">
              {found.isFetching || asked !== text.trim()
                ? words.say("shell.loading")
                : words.say("shell.search_nothing", { text: asked })}
            </p>
          )}
          <p className="visually-hidden" role="status">
            {words.say("shell.search_count", { count: choices.length })}
          </p>
          {text === "" && <p className="hint">{words.say("shell.search_hint")}</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface SearchInputProps {
  /** The ids of the list and of the choice in it. */
  list: string;
  chosen: string | undefined;
  text: string;
  change: (text: string) => void;
  onKeyDown: (event: React.KeyboardEvent) => void;
}

function SearchInput({ list, chosen, text, change, onKeyDown }: SearchInputProps): React.ReactNode {
  const words = useWords();
  return (
    <div className="search">
      <Icon name="search" />
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-label={words.say("shell.search")}
        placeholder={words.say("shell.search")}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
        {...(chosen === undefined ? {} : { "aria-activedescendant": chosen })}
      />
    </div>
  );
}

interface ChoicesProps {
  id: string;
  choices: readonly Choice[];
  chosen: number;
  go: (choice: Choice) => void;
  choose: (index: number) => void;
}

function Choices({ id, choices, chosen, go, choose }: ChoicesProps): React.ReactNode {
  const words = useWords();
  useEffect(() => {
    void document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div className="choices" role="listbox" id={id} aria-label={words.say("shell.search_results")}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <p className="hint" aria-hidden="true">
            {group}
          </p>
          {choices.map(
            (choice, index) =>
              choice.group === group && (
                // The keys are the input's: it holds the focus and names the chosen one.
                <div
                  key={choice.path}
                  role="option"
                  id={`${id}-${index}`}
                  aria-selected={index === chosen}
                  onPointerMove={() => choose(index)}
                  onClick={() => go(choice)}
                >
                  <span>{choice.title}</span>
                  <span className="hint">{choice.note}</span>
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  );
}

function screensFor(text: string, words: Words, me: Me): Choice[] {
  const wanted = text.trim().toLowerCase();
  const screens = SCREENS.map(({ path, label, note }) => ({ path, title: words.say(label), note: words.say(note) }));
  const settings = settingsPagesFor(me).map((page) => ({
    path: paths.settings(page),
    title: words.say(`settings.${page}`),
    note: ON_PAGE[page].map((heading) => words.say(heading)).join(", "),
  }));
  const developers = [
    { path: paths.playground, title: words.say("playground.title"), note: words.say("playground.subtitle") },
    { path: paths.docs, title: words.say("docs.title"), note: "" },
  ];
  return [
    ...screens.map((one) => ({ ...one, group: words.say("shell.search_screens") })),
    ...settings.map((one) => ({ ...one, group: words.say("shell.settings") })),
    ...developers.map((one) => ({ ...one, group: words.say("shell.developers") })),
  ].filter(({ group, title, note }) => `${group} ${title} ${note}`.toLowerCase().includes(wanted));
}

/** What was found and has a place where it is shown. */
function placesOf(found: readonly Found[], words: Words): Choice[] {
  return found.flatMap(({ kind, id, title, note }) => {
    if (kind === "call") return [{ group: words.say("shell.search_calls"), title, note, path: paths.call(id) }];
    if (kind === "agent") return [{ group: words.say("shell.search_agents"), title, note, path: paths.agent(id) }];
    if (kind === "batch") return [{ group: words.say("shell.batches"), title, note, path: paths.batch(id) }];
    return kind === "number"
      ? [{ group: words.say("shell.numbers"), title, note, path: `${paths.numbers}#${id}` }]
      : [{ group: words.say("shell.knowledge"), title, note, path: paths.knowledgeOf(title, id) }];
  });
}

/** The text once the typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
