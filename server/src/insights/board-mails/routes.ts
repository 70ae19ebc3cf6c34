import {
  type BoardMail,
  type BoardMailDraft,
  changeBoardMail,
  listBoardMails,
  scheduleBoardMail,
  stopBoardMail,
} from "@ongea/contract";
import type { Audit, MemberKey, Recipient } from "../../accounts/index.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { MailedBoard } from "./deliver.ts";
import type { BoardMailRow, BoardMailStore } from "./store.ts";
import { dueAfter } from "./when.ts";

export interface BoardMailRoutesParts {
  store: BoardMailStore;
  audit: Pick<Audit, "act">;
  sendsMail: boolean;
  /** Somebody who still belongs to the workspace. */
  recipient(member: MemberKey): Promise<Recipient | undefined>;
  saved(workspaceId: string, id: string): Promise<MailedBoard | undefined>;
  now(): Date;
}

export function boardMailRoutes(app: Http, parts: BoardMailRoutesParts): void {
  const { store, audit, sendsMail, recipient, now } = parts;
  /** Refuses what goes to somebody who may not have it, or shows a board that the principal does not see. */
  const check = async ({ workspaceId, id, userId: own }: Principal, { board, recipients }: BoardMailDraft): Promise<void> => {
    const saved = board.length === 36 ? await parts.saved(workspaceId, board) : undefined;
    if (board.length === 36 && (!saved || saved.isDeleted || !isSeen(saved, id))) throw refuse("board.not_found");
    // What a key saved for itself is nobody's who could leave.
    if (saved && saved.person !== "" && own === null) throw refuse("access.person_only");
    for (const userId of recipients) {
      const person = await recipient({ workspaceId, userId });
      if (!person?.proven) throw refuse("board_mail.bad_recipient");
    }
  };
  const seen = async (principal: Principal, id: string): Promise<BoardMail> => {
    const row = await store.read(principal.workspaceId, id);
    const wired = row && (await wire(row, principal));
    if (!wired) throw refuse("board_mail.not_found");
    return wired;
  };
  const wire = async (row: BoardMailRow, { id }: Principal): Promise<BoardMail | undefined> => {
    const saved = row.board.length === 36 ? await parts.saved(row.workspaceId, row.board) : undefined;
    if (saved && !isSeen(saved, id)) return undefined;
    return onWire(row, saved?.name ?? null);
  };
  serve(app, listBoardMails, async (_, { principal }) => {
    const rows = await Promise.all((await store.list(principal.workspaceId)).map((row) => wire(row, principal)));
    return { data: rows.filter((row) => row !== undefined), sends_mail: sendsMail };
  });
  serve(app, scheduleBoardMail, async ({ body }, { principal }) => {
    await check(principal, body);
    const id = await audit.act(principal, async (write) => {
      const made = await store.add(principal.workspaceId, body, dueAfter(body, now()));
      await write({ act: "board_mail.scheduled", subject: made, details: { board: body.board, every: body.every } });
      return made;
    });
    return seen(principal, id);
  });
  serve(app, changeBoardMail, async ({ params: { mail_id: id }, body }, { principal }) => {
    await seen(principal, id);
    await check(principal, body);
    await audit.act(principal, async (write) => {
      await store.change(principal.workspaceId, id, { draft: body, nextAt: dueAfter(body, now()) });
      await write({ act: "board_mail.changed", subject: id, details: { board: body.board, every: body.every } });
    });
    return seen(principal, id);
  });
  serve(app, stopBoardMail, async ({ params: { mail_id: id } }, { principal }) => {
    await seen(principal, id);
    await audit.act(principal, async (write) => {
      await store.remove(principal.workspaceId, id);
      await write({ act: "board_mail.stopped", subject: id, details: {} });
    });
    return { success: true as const };
  });
}

const isSeen = ({ person }: MailedBoard, principalId: string): boolean => person === "" || person === principalId;

function onWire(row: BoardMailRow, name: string | null): BoardMail {
  const { id, board, every, hour, weekday, month_day, time_zone, recipients } = row;
  return {
    id,
    board,
    every,
    hour,
    weekday,
    month_day,
    time_zone,
    recipients,
    name,
    next_at: row.nextAt.toISOString(),
    last_sent_at: row.lastSentAt?.toISOString() ?? null,
    last_failed_at: row.lastFailedAt?.toISOString() ?? null,
    last_failure: row.lastFailure,
  };
}
