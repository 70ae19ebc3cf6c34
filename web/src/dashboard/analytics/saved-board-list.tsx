/** Opens, deletes and saves boards: fetched when it is opened. */
import { deleteSavedBoard, restoreSavedBoard, saveBoard, type SavedBoard } from "@ongea/contract";
import { useNavigate } from "react-router";
import { server } from "../../server.ts";
import { SavedRow, SaveForm } from "../../shell/saved-names.tsx";
import { useAct } from "../../ui/act.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { type BoardFilter, savedAddress, viewOf } from "./filter.ts";
import { KEY, useSavedBoards } from "./saved-boards-query.ts";

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

function Row({ board, isOpen }: { board: SavedBoard; isOpen: boolean }): React.ReactNode {
  const words = useWords();
  const { id, name, view } = board;
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
  const label = words.say("analytics.saved_delete", { name });
  return <SavedRow saved={board} to={savedAddress(id, view)} isOpen={isOpen} remove={remove} removeLabel={label} />;
}

function Save({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const view = viewOf(wanted);
  return (
    <SaveForm
      label={words.say("analytics.saved_save")}
      changes={KEY}
      save={view && ((named) => server.call(saveBoard, { body: { ...named, view } }))}
      done={(board: SavedBoard) => {
        toast(words.say("analytics.saved_done"));
        void goTo(savedAddress(board.id, board.view), { replace: true });
      }}
    />
  );
}
