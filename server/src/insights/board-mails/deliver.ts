/** Sends the boards that are due, each at most once to each recipient, however many servers run. */
import { BoardView, type CallBoard } from "@ongea/contract";
import { isUnreached, type Letters, type MemberKey, type Recipient, refusedBy } from "../../accounts/index.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { BoardMailRow, BoardMailStore, BoardSend, SendEnd } from "./store.ts";
import { type BoardContent, boardLetter } from "./letter.ts";
import { daysSince, dueAfter, latestDue, periodBefore } from "./when.ts";

/** As it is saved now. */
export interface MailedBoard {
  name: string;
  view: BoardView;
  unknown: readonly string[];
  /** Whose it is; empty: the workspace's. */
  person: string;
  isDeleted: boolean;
}

export interface BoardQuery {
  from: string;
  to: string;
  group: CallBoard["group"];
  time_zone: string;
}

export interface DeliverBoardsParts {
  store: BoardMailStore;
  mail: Pick<Mail, "send">;
  letters: Pick<Letters, "figures">;
  log: Log;
  /** Somebody who still belongs to the workspace. */
  recipient(member: MemberKey): Promise<Recipient | undefined>;
  saved(workspaceId: string, id: string): Promise<MailedBoard | undefined>;
  figures(workspaceId: string, query: BoardQuery & BoardView["filters"]): Promise<CallBoard>;
}

const FIRST_RETRY_S = 30;
const LONGEST_RETRY_S = 3_600;
/** What could not be sent for so long is of no use any more. */
const STALE_MS = 86_400_000;

/** One round. Never rejects because of an e-mail. */
export async function deliverBoards(parts: DeliverBoardsParts, now: Date, signal: AbortSignal): Promise<void> {
  const { store } = parts;
  for (const mail of await store.due(now)) {
    signal.throwIfAborted();
    await store.take(mail, { dueAt: latestDue(mail, mail.nextAt, now), nextAt: dueAfter(mail, now) });
  }
  const contents = new Map<string, Promise<BoardContent | undefined>>();
  for (const send of await store.waiting(now)) {
    signal.throwIfAborted();
    const key = `${send.mailId} ${send.dueAt.toISOString()}`;
    const content = async (): Promise<BoardContent | undefined> => {
      const read = contents.get(key) ?? contentOf(parts, send);
      contents.set(key, read);
      return read;
    };
    // An SMTP server that is not there takes the next one as little.
    if (await deliver(parts, send, { content, now })) break;
  }
  await store.tidy(now);
}

interface Sending {
  content: () => Promise<BoardContent | undefined>;
  now: Date;
}

/** True: nobody is there to take e-mails. */
async function deliver(parts: DeliverBoardsParts, send: BoardSend, { content, now }: Sending): Promise<boolean> {
  const { store, recipient } = parts;
  const attempts = await store.claim(send, now);
  if (attempts === undefined) return false;
  const again = new Date(now.getTime() + retrySeconds(attempts) * 1_000);
  let end: SendEnd = { failure: "board", at: now, retryAt: again };
  let isAway = false;
  try {
    const [to, board] = await Promise.all([recipient(send), content()]);
    if (now.getTime() - send.dueAt.getTime() > STALE_MS) end = { failure: "late", at: now };
    else if (!to?.proven) end = { failure: "refused", at: now };
    else if (!board) end = { failure: "board", at: now };
    else [end, isAway] = await handOver(parts, { send, to, board, again, now });
  } catch (error) {
    // The figures could not be read: the e-mail was not written.
    parts.log.warn({ err: error, attempts }, "A board could not be read for an e-mail");
  }
  await store.settle(send, end);
  return isAway;
}

interface HandOver {
  send: BoardSend;
  to: Recipient;
  board: BoardContent;
  again: Date;
  now: Date;
}

async function handOver(
  { mail, letters, log }: DeliverBoardsParts,
  { send, to, board, again, now }: HandOver,
): Promise<[SendEnd, boolean]> {
  const letter = letters.figures(to, boardLetter(to, board));
  try {
    await mail.send({ ...letter, id: `${send.mailId}.${send.userId}.${send.dueAt.getTime()}` });
    return [{ sentAt: now }, false];
  } catch (error) {
    const refused = refusedBy(error);
    const isAway = isUnreached(error);
    log.warn({ err: error, refused }, "A board could not be sent by e-mail");
    const failure = isAway ? "unreached" : refused === "unknown" ? "unknown" : "refused";
    if (refused === "again") return [{ failure, at: now, retryAt: again }, isAway];
    // It may have been taken: it is never sent again.
    return [{ failure, at: now, state: refused === "unknown" ? "sending" : "ended" }, isAway];
  }
}

/** Undefined: there is no such board any more, or this version does not know all that it counts by. */
async function contentOf(parts: DeliverBoardsParts, send: BoardSend): Promise<BoardContent | undefined> {
  const mail = await parts.store.read(send.workspaceId, send.mailId);
  const board = mail && (await boardOf(parts, mail, send.dueAt));
  if (!mail || !board) return undefined;
  const { view } = board;
  const { from, to, first, last } = periodBefore(send.dueAt, board.days ?? view.days, mail.time_zone);
  const figures = await parts.figures(send.workspaceId, {
    ...view.filters,
    from: from.toISOString(),
    to: to.toISOString(),
    group: view.board === "groups" ? (view.group ?? "agent") : "day",
    time_zone: mail.time_zone,
  });
  const savedId = mail.board.length === 36 ? mail.board : undefined;
  return { mailId: mail.id, savedId, name: board.name, view, figures, first, last };
}

/** A board of the dashboard tells of the time since it was last due. */
async function boardOf({ saved, recipient }: DeliverBoardsParts, mail: BoardMailRow, dueAt: Date) {
  const { board, workspaceId } = mail;
  if (board === "quality" || board === "cost" || board === "groups")
    return { name: undefined, view: BoardView.parse({ board }), days: daysSince(mail, dueAt) };
  const found = await saved(workspaceId, board);
  if (!found || found.isDeleted || found.unknown.length > 0) return undefined;
  // A board of somebody who has left is nobody's.
  if (found.person !== "" && !(await recipient({ workspaceId, userId: found.person }))) return undefined;
  return { ...found, days: undefined };
}

function retrySeconds(attempts: number): number {
  return Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** Math.min(10, attempts - 1));
}
