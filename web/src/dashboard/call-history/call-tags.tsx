/** The tags of a call: put on by typing, with those that the workspace knows offered, and taken off one by one. */
import { changeCallTags, listCallTags, LONGEST_CALL_TAG, mayActAs, readCallTags } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { TAGS } from "./filter.ts";

interface TagChange {
  add?: string[];
  remove?: string[];
}

export function CallTags({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const mayWrite = mayActAs(useMe().workspace.role, "agent_manager");
  const field = useRef<HTMLInputElement>(null);
  const params = { execution_id: id };
  const tags = useQuery({ queryKey: ["call", id, "tags"], queryFn: () => server.call(readCallTags, { params }) });
  const change = useAct<TagChange>({
    act: ({ add = [], remove = [] }) => server.call(changeCallTags, { params, body: { add, remove } }),
    changes: [["call", id], TAGS, ["calls"]],
  });
  // At once, since the button that was pressed goes: whoever types elsewhere by the time it is done is not called back.
  const doAndStay = (what: TagChange): void => {
    change.do(what);
    field.current?.focus();
  };
  const there = tags.data?.tags ?? [];
  if (!mayWrite && there.length === 0) return null;
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3" aria-label={words.say("contacts.tags")}>
      {there.length > 0 && (
        <ul className="m-0 flex list-none flex-wrap items-center gap-x-4 gap-y-1 p-0">
          {there.map((tag) => (
            <li key={tag} className="flex items-center">
              <Link className="status tag" to={`${paths.history}?${new URLSearchParams({ tag }).toString()}`}>
                <bdi>{tag}</bdi>
              </Link>
              {mayWrite && (
                <Button
                  rank="quiet"
                  icon="close"
                  aria-label={words.say("history.tag_remove", { tag })}
                  disabled={change.busy}
                  onClick={() => doAndStay({ remove: [tag] })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <AddTag field={field} there={there} add={(tag) => doAndStay({ add: [tag] })} />}
      <ProblemLine>{change.problem}</ProblemLine>
    </section>
  );
}

interface AddTagProps {
  field: React.RefObject<HTMLInputElement | null>;
  there: readonly string[];
  add: (tag: string) => void;
}

function AddTag({ field, there, add }: AddTagProps): React.ReactNode {
  const words = useWords();
  const list = useId();
  const [typed, setTyped] = useState("");
  const [isAsked, setAsked] = useState(false);
  const known = useQuery({ queryKey: TAGS, queryFn: () => server.call(listCallTags), enabled: isAsked });
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === "") return;
        add(typed);
        setTyped("");
      }}
    >
      <input
        ref={field}
        className="input small w-44"
        list={list}
        dir="auto"
        maxLength={LONGEST_CALL_TAG}
        aria-label={words.say("history.tag_add")}
        placeholder={words.say("history.tag_add")}
        value={typed}
        onFocus={() => setAsked(true)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={list}>
        {known.data?.data
          .filter(({ tag }) => !there.includes(tag))
          .map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {typed.trim() !== "" && <Button type="submit" icon="plus" aria-label={words.say("history.tag_add")} />}
    </form>
  );
}
