/** Boards that are saved under a name: one's own, or the whole workspace's. */
import {
  changeSavedBoard,
  deleteSavedBoard,
  listSavedBoards,
  mayActAs,
  restoreSavedBoard,
  saveBoard,
  type SavedBoard,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Popover } from "../../ui/popover.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { type BoardFilter, parseFilter, savedAddress, viewOf } from "./filter.ts";

const KEY = ["saved-boards"];
const LONGEST_NAME = 60;

function useSavedBoards() {
  return useQuery({ queryKey: KEY, queryFn: () => server.call(listSavedBoards) });
}

export function useMayShare(): boolean {
  return mayActAs(useMe().workspace.role, "agent_manager");
}

export function SavedBoards({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const label = words.say("analytics.saved");
  return (
    <Popover label={label} trigger={<Button icon="down">{label}</Button>}>
      <div className="grid gap-3">
        <List open={wanted.saved} />
        <Save wanted={wanted} />
      </div>
    </Popover>
  );
}

function List({ open }: { open: string | undefined }): React.ReactNode {
  const words = useWords();
  const boards = useSavedBoards();
  return (
    <Loaded query={boards} rows={2}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{words.say("analytics.saved_none")}</p>
        ) : (
          <ul className="rows">
            {data.map((board) => (
              <Row key={board.id} board={board} isOpen={board.id === open} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Row({ board: { id, name, shared, view }, isOpen }: { board: SavedBoard; isOpen: boolean }): React.ReactNode {
  const words = useWords();
  const mayDelete = useMayShare() || !shared;
  const params = { board_id: id };
  const restore = useAct({
    act: () => server.call(restoreSavedBoard, { params }),
    changes: [KEY],
    done: () => {
      toast(words.say("analytics.saved_restored"));
    },
    failed: (problem) => toast(name, problem, "bad"),
  });
  const remove = useAct({
    act: () => server.call(deleteSavedBoard, { params }),
    changes: [KEY],
    done: () => {
      toast(words.say("analytics.saved_deleted"), name, "good", { label: words.say("analytics.undo"), do: restore.do });
    },
  });
  return (
    <li>
      <Link className="link" to={savedAddress(id, view)} dir="auto" aria-current={isOpen ? "page" : undefined}>
        {name}
      </Link>
      {shared && <span className="hint">{words.say("history.saved_shared")}</span>}
      <span className="grow" />
      {mayDelete && (
        <Button
          rank="quiet"
          icon="trash"
          aria-label={words.say("analytics.saved_delete", { name })}
          disabled={remove.busy}
          onClick={() => remove.do()}
        />
      )}
      <ProblemLine>{remove.problem}</ProblemLine>
    </li>
  );
}

function Save({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const mayShare = useMayShare();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const view = viewOf(wanted);
  const save = useAct({
    act: (body: { name: string; shared: boolean; view: SavedBoard["view"] }) => server.call(saveBoard, { body }),
    changes: [KEY],
    done: (board) => {
      setName("");
      toast(words.say("analytics.saved_done"));
      void goTo(savedAddress(board.id, board.view), { replace: true });
    },
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (view) save.do({ name: name.trim(), shared, view });
      }}
    >
      <TextField
        label={words.say("history.saved_name")}
        maxLength={LONGEST_NAME}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {mayShare && (
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          {words.say("history.saved_share")}
        </label>
      )}
      <ProblemLine>{save.problem}</ProblemLine>
      <Button type="submit" busy={save.busy && words.say("shell.saving")} disabled={name.trim() === "" || !view}>
        {words.say("analytics.saved_save")}
      </Button>
    </form>
  );
}

/** Saved by a program that left its charts out, it has those that are usual. */
function usualOf({ id, view }: SavedBoard): SavedBoard["view"] {
  return viewOf(parseFilter(new URLSearchParams(savedAddress(id, view)))) ?? view;
}

export function useOpenBoard({ saved }: BoardFilter): SavedBoard | undefined {
  return useSavedBoards().data?.data.find(({ id }) => id === saved);
}

/** What is shown is not what is saved. */
export function useIsChanged(wanted: BoardFilter): boolean {
  const board = useOpenBoard(wanted);
  const view = viewOf(wanted);
  return board !== undefined && view !== undefined && savedAddress(board.id, view) !== savedAddress(board.id, usualOf(board));
}

/** The saved board that is open: its name, and what was changed of it since. */
export function OpenBoard({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const board = useOpenBoard(wanted);
  return board && <Open key={board.id} board={board} wanted={wanted} />;
}

function Open({ board, wanted }: { board: SavedBoard; wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const mayChange = useMayShare() || !board.shared;
  const [name, setName] = useState<string>();
  const view = viewOf(wanted);
  const isChanged = useIsChanged(wanted);
  const change = useAct({
    act: (body: { name?: string; view?: SavedBoard["view"] }) =>
      server.call(changeSavedBoard, { params: { board_id: board.id }, body }),
    changes: [KEY],
    done: () => {
      setName(undefined);
      toast(words.say("analytics.saved_done"));
    },
  });
  return (
    <section className="grid gap-2" aria-label={board.name}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 dir="auto">{board.name}</h2>
        {board.shared && <span className="hint">{words.say("history.saved_shared")}</span>}
        {mayChange && name === undefined && (
          <Button onClick={() => setName(board.name)}>{words.say("analytics.saved_rename")}</Button>
        )}
        {mayChange && isChanged && view && (
          <Button disabled={change.busy} onClick={() => change.do({ view })}>
            {words.say("analytics.saved_changes")}
          </Button>
        )}
      </div>
      {name !== undefined && (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            change.do({ name: name.trim() });
          }}
        >
          <TextField
            label={words.say("history.saved_name")}
            maxLength={LONGEST_NAME}
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" busy={change.busy && words.say("shell.saving")} disabled={name.trim() === ""}>
            {words.say("analytics.saved_rename")}
          </Button>
        </form>
      )}
      <ProblemLine>{change.problem}</ProblemLine>
      {board.unknown.length > 0 && (
        <p className="problem" role="status">
          {words.say("analytics.saved_unknown", { names: board.unknown.join(", ") })}
        </p>
      )}
    </section>
  );
}
