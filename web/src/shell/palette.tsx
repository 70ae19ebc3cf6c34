/** Finds screens here and everything else on the server, by words; arrows choose, Enter goes there. */
import { type SearchHit, search } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type RefObject, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { asSentence } from "../call/as-sentence.ts";
import { useOwnCall } from "../call/own-call.tsx";
import { numberInWords } from "../call/who.ts";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { Icon } from "../ui/icon.tsx";
import { type FurtherArea, problemIn, useAreas, useWords, type Words } from "../words/index.ts";
import { useMe } from "./me.tsx";
import { type ShellEntry, placesFor } from "./places.ts";
import { switchTheme } from "./theme.ts";
import { useSignOut } from "./use-sign-out.ts";

const REST_MS = 200;
/** What its screens are called. */
const AREAS: readonly FurtherArea[] = ["settings", "docs", "palette", "playground"];

interface PaletteProps {
  /** What was typed before it had come. */
  first: RefObject<string>;
  close: () => void;
  /** Shows the list of shortcuts. */
  lists: () => void;
}

export function Palette({ first, close, lists }: PaletteProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const me = useMe();
  const go = useGoing(close, lists);
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
  const choices = [...placesFor(text, words, me), ...(text.trim() === "" ? [] : placesOf(found.data?.data ?? [], words))];
  const chosen = Math.min(at, choices.length - 1);
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

function useGoing(close: () => void, lists: () => void): (choice: ShellEntry | undefined) => void {
  const navigate = useNavigate();
  const own = useOwnCall();
  const signOut = useSignOut();
  return (choice) => {
    if (!choice) return;
    close();
    const { goTo } = choice;
    if ("deed" in goTo) return { theme: switchTheme, shortcuts: lists, sign_out: signOut }[goTo.deed]();
    // The documentation has no frame that could hold a call.
    if (own.isBusy && goTo.path.startsWith(paths.docs)) window.open(goTo.path, "_blank", "noreferrer");
    else void navigate(goTo.path);
  };
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
  choices: readonly ShellEntry[];
  chosen: number;
  go: (choice: ShellEntry) => void;
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
                  key={"path" in choice.goTo ? choice.goTo.path : choice.goTo.deed}
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

/** What was found and has a place where it is shown. */
function placesOf(found: readonly SearchHit[], words: Words): ShellEntry[] {
  return found.flatMap(({ kind, id, title, note, at: begun, seconds }) => {
    const at = (group: string, path: string): ShellEntry => ({ group, title, note, goTo: { path } });
    if (kind === "call") {
      const told = [begun && words.moment(begun), seconds !== undefined && words.duration(seconds), saidIn(note)].filter(Boolean);
      const place = at(words.say("shell.search_calls"), paths.call(id));
      return [{ ...place, title: numberInWords(title, words), note: told.join(" · ") }];
    }
    if (kind === "agent") return [at(words.say("shell.search_agents"), paths.agent(id))];
    if (kind === "batch") return [at(words.say("shell.batches"), paths.batch(id))];
    return kind === "number"
      ? [at(words.say("shell.numbers"), `${paths.numbers}#${id}`)]
      : [at(words.say("shell.knowledge"), paths.knowledgeItem(id))];
  });
}

/** "Front desk: when are you open" → "Front desk: When are you open". */
function saidIn(note: string): string {
  const [, agent = "", said = ""] = /^([^:]*: )?(.*)$/s.exec(note) ?? [];
  return agent + asSentence(said);
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
