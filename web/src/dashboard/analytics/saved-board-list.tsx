/** Opens, deletes and saves boards: fetched when it is opened. */
import { deleteSavedBoard, restoreSavedBoard, saveBoard, type SavedBoard } from "@ongea/contract";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { type BoardFilter, savedAddress, viewOf } from "./filter.ts";
import { KEY, LONGEST_NAME, useMayShare, useSavedBoards } from "./saved-boards-query.ts";

export function SavedBoardList({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  return (
    <>
      <List open={wanted.saved} />
      <Save wanted={wanted} />
    </>
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
