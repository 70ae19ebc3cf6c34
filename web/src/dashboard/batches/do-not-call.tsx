/** Whom nobody calls: looked through, added to, and taken off again. */
import { addDoNotCall, listDoNotCall, mayActAs, removeDoNotCall, type DoNotCall } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { Older } from "../../ui/older.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

const LIST = ["do-not-call"] as const;
const PAGE = 20;

export function DoNotCallDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): React.ReactNode {
  const words = useWords();
  const mayAdd = mayActAs(useMe().workspace.role, "agent_manager");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.say("batches.do_not_call")}
      description={words.say("batches.do_not_call_note")}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {mayAdd && <Add />}
        <Listed />
        <div>
          <Button onClick={() => onOpenChange(false)}>{words.say("batches.close")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Add(): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState("");
  const numbers = typed.split(/[\n,;]+/).filter((one) => one.trim() !== "");
  const add = useAct({
    act: () => server.call(addDoNotCall, { body: { numbers } }),
    changes: [LIST],
    done: ({ added: count, refused }) => {
      setTyped(refused.map(({ cell }) => cell).join("\n"));
      toast(words.say("batches.do_not_call_added", { count }));
    },
  });
  const { refused = [] } = add.answer ?? {};
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (numbers.length > 0) add.do();
      }}
    >
      <AreaField
        label={words.say("batches.do_not_call_numbers")}
        hint={words.say("batches.do_not_call_hint")}
        rows={3}
        value={typed}
        maxLength={500_000}
        problem={refused.length === 0 || typed === "" ? undefined : words.say("batches.do_not_call_refused")}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ProblemLine>{add.problem}</ProblemLine>
      <div>
        <Button rank="first" type="submit" busy={add.busy && words.say("batches.adding")}>
          {words.say("batches.add")}
        </Button>
      </div>
    </form>
  );
}

function Listed(): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const listed = useInfiniteQuery({
    queryKey: [...LIST, q],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listDoNotCall, { query: { limit: PAGE, ...(q === "" ? {} : { q }), ...(cursor === "" ? {} : { cursor }) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <TextField
        label={words.say("batches.do_not_call_search")}
        type="search"
        inputMode="tel"
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Older query={listed}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.say(q === "" ? "batches.do_not_call_none" : "batches.nobody")} />
          ) : (
            <ul className="m-0 list-none p-0">
              {rows.map((row) => (
                <One key={row.number} row={row} />
              ))}
            </ul>
          )
        }
      </Older>
    </>
  );
}

function One({ row: { number, source, created_at: created } }: { row: DoNotCall }): React.ReactNode {
  const words = useWords();
  const mayRemove = mayActAs(useMe().workspace.role, "admin");
  const remove = useAct({ act: () => server.call(removeDoNotCall, { params: { number } }), changes: [LIST] });
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line py-1">
      <bdi className="font-bold">{number}</bdi>
      <small className="flex-1 text-ink-2">
        {words.say(source === "asked" ? "batches.asked_in_call" : "batches.added_by_hand")} · {words.moment(created)}
      </small>
      {mayRemove && (
        <Button
          rank="quiet"
          busy={remove.busy && words.say("batches.deleting")}
          aria-label={words.say("batches.take_off", { number })}
          onClick={() => remove.do()}
        >
          {words.say("batches.remove")}
        </Button>
      )}
      <ProblemLine>{remove.problem}</ProblemLine>
    </li>
  );
}
