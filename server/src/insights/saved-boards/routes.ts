import {
  changeSavedBoard,
  deleteSavedBoard,
  listSavedBoards,
  mayActAs,
  restoreSavedBoard,
  type Role,
  saveBoard,
} from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { BoardOwner, SavedBoards } from "./store.ts";

/** Every role has boards of its own; the workspace's are changed by those who may change its agents. */
export function savedBoardRoutes(app: Http, boards: SavedBoards): void {
  const ownerOf = ({ id, role }: { id: string; role: Role }): BoardOwner => ({
    person: id,
    shared: mayActAs(role, "agent_manager"),
  });
  serve(app, listSavedBoards, async (_, { principal }) => ({
    data: await boards.list(principal.workspaceId, principal.id),
  }));
  serve(app, saveBoard, async ({ body }, { principal }) => {
    if (body.shared && !ownerOf(principal).shared) throw refuse("access.forbidden");
    return boards.save(principal.workspaceId, principal.id, body);
  });
  serve(app, changeSavedBoard, ({ params, body }, { principal }) =>
    boards.change(principal.workspaceId, params.board_id, { ...body, ...ownerOf(principal) }),
  );
  serve(app, deleteSavedBoard, async ({ params }, { principal }) => {
    await boards.remove(principal.workspaceId, params.board_id, { ...ownerOf(principal), now: new Date() });
    return { success: true as const };
  });
  serve(app, restoreSavedBoard, ({ params }, { principal }) =>
    boards.restore(principal.workspaceId, params.board_id, { ...ownerOf(principal), now: new Date() }),
  );
}
