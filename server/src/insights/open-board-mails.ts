import type { Accounts } from "../accounts/index.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import type { Boards } from "./analytics/boards/boards.ts";
import { deliverBoards } from "./board-mails/deliver.ts";
import { boardMailQueue } from "./board-mails/queue.ts";
import { boardMailRoutes } from "./board-mails/routes.ts";
import { createBoardMailStore } from "./board-mails/store.ts";
import type { SavedBoards } from "./saved-boards/store.ts";

const EVERY_SECONDS = 30;

export interface BoardMails {
  routes(app: Http): void;
  /** From now on this server sends the boards that are due, where it sends e-mail at all. */
  start(): void;
}

export interface BoardMailsParts {
  platform: Platform;
  accounts: Pick<Accounts, "mailing" | "audit">;
  boards: Pick<Boards, "read">;
  saved: Pick<SavedBoards, "read">;
}

export function openBoardMails({ platform, accounts: { mailing, audit }, boards, saved }: BoardMailsParts): BoardMails {
  const { database, mail, jobs, log } = platform;
  const store = createBoardMailStore(database);
  const now = (): Date => new Date();
  const { recipient, letters } = mailing;
  mailing.endBoardMailsBy((member, id) => store.unsubscribe(member, id));
  return {
    routes(app) {
      boardMailRoutes(app, { store, audit, sendsMail: mail.isDelivered, recipient, saved: saved.read, now });
    },
    start() {
      if (!mail.isDelivered) return;
      const parts = { store, mail, letters, log, recipient, saved: saved.read, figures: boards.read };
      jobs.work(boardMailQueue, (_, { signal }) => deliverBoards(parts, now(), signal));
      jobs.every(boardMailQueue, {}, EVERY_SECONDS);
    },
  };
}
