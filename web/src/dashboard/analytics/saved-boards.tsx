/** Boards that are saved under a name: one's own, or the whole workspace's. */
import { changeSavedBoard, type SavedBoard } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loading } from "../../ui/loaded.tsx";
import { Popover } from "../../ui/popover.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { type BoardFilter, parseFilter, savedAddress, viewOf } from "./filter.ts";
import { LONGEST_NAME, useMayShare } from "../../shell/may-share.ts";
import { KEY, useSavedBoards } from "./saved-boards-query.ts";
import { partLater } from "../../ui/part-later.tsx";

const SavedBoardList = partLater(async () => (await import("./saved-board-list.tsx")).SavedBoardList, {
  waiting: () => <Loading rows={2} />,
});

export function SavedBoards({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const label = words.say("analytics.saved");
  return (
    <Popover label={label} trigger={<Button icon="down">{label}</Button>}>
      <div className="grid gap-3">
        <SavedBoardList wanted={wanted} />
      </div>
    </Popover>
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
