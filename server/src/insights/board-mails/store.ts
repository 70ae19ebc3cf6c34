/** All the SQL of boards by e-mail. */
import { randomUUID } from "node:crypto";
import { type BoardMailDraft, MAIL_FAILURES, MOST_BOARD_MAILS } from "@ongea/contract";
import { sql, type SQL } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { among } from "../../platform/database/values.ts";
import { refuse } from "../../platform/http/refuse.ts";

export interface BoardMailRow extends BoardMailDraft {
  id: string;
  workspaceId: string;
  nextAt: Date;
  lastSentAt: Date | null;
  lastFailedAt: Date | null;
  lastFailure: MailFailure | null;
}
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** One e-mail for one recipient. */
export interface BoardSend {
  mailId: string;
  workspaceId: string;
  userId: string;
  dueAt: Date;
}
export type SendEnd = { sentAt: Date } | { failure: MailFailure; at: Date; retryAt?: Date; state?: "ended" | "sending" };

export interface BoardMailStore {
  /** Those of a workspace, the first scheduled first. */
  list(workspaceId: string): Promise<BoardMailRow[]>;
  read(workspaceId: string, id: string): Promise<BoardMailRow | undefined>;
  /** Refuses with "board_mail.too_many". */
  add(workspaceId: string, draft: BoardMailDraft, nextAt: Date): Promise<string>;
  change(workspaceId: string, id: string, to: { draft: BoardMailDraft; nextAt: Date }): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  /** One of them, or all that this member gets in that workspace. */
  unsubscribe(member: { workspaceId: string; userId: string }, id: string | undefined): Promise<void>;
  /** Those whose time has come, in all workspaces. */
  due(now: Date): Promise<BoardMailRow[]>;
  /** Its e-mails wait from now on. False: another server was first. */
  take(mail: BoardMailRow, to: { dueAt: Date; nextAt: Date }): Promise<boolean>;
  waiting(now: Date): Promise<BoardSend[]>;
  /** From now on nobody sends it again, unless it is put back. The number of this attempt; undefined: somebody else has it. */
  claim(send: BoardSend, now: Date): Promise<number | undefined>;
  settle(send: BoardSend, end: SendEnd): Promise<void>;
  tidy(now: Date): Promise<void>;
}

const MOST_DUE = 200;
const KEPT_DAYS = 30;

const when = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

export function createBoardMailStore(tenancy: Tenancy): BoardMailStore {
  return { ...schedules(tenancy), ...sends(tenancy) };
}

interface Row extends Record<string, unknown> {
  id: string;
  workspace_id: string;
  board: BoardMailDraft["board"];
  every: BoardMailDraft["every"];
  hour: number;
  weekday: number;
  month_day: number;
  time_zone: string;
  next_at: Date;
  last_sent_at: Date | null;
  last_failed_at: Date | null;
  last_failure: MailFailure | null;
  recipients: string[];
}

const READ = sql`select board_mails.*, coalesce(built_in, saved_board_id::text) as board,
  array(select user_id::text from board_mail_recipients where mail_id = board_mails.id order by user_id) as recipients from board_mails`;

function rowOf({ workspace_id: workspaceId, next_at, last_sent_at, last_failed_at, last_failure, ...row }: Row): BoardMailRow {
  const { id, board, every, hour, weekday, month_day, time_zone, recipients } = row;
  const date = (moment: Date | null): Date | null => moment && new Date(moment);
  return {
    id,
    workspaceId,
    board,
    every,
    hour,
    weekday,
    month_day,
    time_zone,
    recipients,
    nextAt: new Date(next_at),
    lastSentAt: date(last_sent_at),
    lastFailedAt: date(last_failed_at),
    lastFailure: last_failure,
  };
}

function schedules(
  tenancy: Tenancy,
): Pick<BoardMailStore, "list" | "read" | "add" | "change" | "remove" | "unsubscribe" | "due" | "take"> {
  const { everywhere, togetherEverywhere } = tenancy;
  const setRecipients = async (workspaceId: string, id: string, userIds: readonly string[]): Promise<void> => {
    const db = tenancy.of(workspaceId);
    await db.execute(sql`delete from board_mail_recipients where mail_id = ${id} and user_id::text not in ${among(userIds)}`);
    for (const userId of userIds)
      await db.execute(sql`insert into board_mail_recipients (mail_id, workspace_id, user_id)
        values (${id}, ${workspaceId}, ${userId}) on conflict do nothing`);
  };
  const columns = ({ board, every, hour, weekday, month_day: monthDay, time_zone: timeZone }: BoardMailDraft) => {
    const isSaved = board.length === 36;
    return sql`${isSaved ? null : board}, ${isSaved ? board : null}::uuid, ${every}, ${hour}, ${weekday}, ${monthDay}, ${timeZone}`;
  };
  return {
    async list(workspaceId) {
      const { rows } = await tenancy
        .of(workspaceId)
        .execute<Row>(sql`${READ} where workspace_id = ${workspaceId} order by created_at, id`);
      return rows.map(rowOf);
    },
    async read(workspaceId, id) {
      const { rows } = await tenancy
        .of(workspaceId)
        .execute<Row>(sql`${READ} where workspace_id = ${workspaceId} and id = ${id}`);
      return rows.map(rowOf)[0];
    },
    add: (workspaceId, draft, nextAt) =>
      tenancy.together(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`board-mails:${workspaceId}`}, 0))`);
        const { rows } = await db.execute<{ count: number }>(
          sql`select count(*)::int as count from board_mails where workspace_id = ${workspaceId}`,
        );
        if ((rows[0]?.count ?? 0) >= MOST_BOARD_MAILS) throw refuse("board_mail.too_many");
        const id = randomUUID();
        await db.execute(sql`
          insert into board_mails (id, workspace_id, built_in, saved_board_id, every, hour, weekday, month_day, time_zone, next_at)
          values (${id}, ${workspaceId}, ${columns(draft)}, ${when(nextAt)})`);
        await setRecipients(workspaceId, id, draft.recipients);
        return id;
      }),
    change: (workspaceId, id, { draft, nextAt }) =>
      tenancy.together(workspaceId, async () => {
        const { rows } = await tenancy.of(workspaceId).execute(sql`
          update board_mails set (built_in, saved_board_id, every, hour, weekday, month_day, time_zone, next_at)
            = (${columns(draft)}, ${when(nextAt)})
          where workspace_id = ${workspaceId} and id = ${id} returning id`);
        if (rows.length === 0) throw refuse("board_mail.not_found");
        await setRecipients(workspaceId, id, draft.recipients);
      }),
    async remove(workspaceId, id) {
      const { rows } = await tenancy
        .of(workspaceId)
        .execute(sql`delete from board_mails where workspace_id = ${workspaceId} and id = ${id} returning id`);
      if (rows.length === 0) throw refuse("board_mail.not_found");
    },
    async unsubscribe({ workspaceId, userId }, id) {
      const isOne = id === undefined ? sql`` : sql`and mail_id = ${id}`;
      await everywhere.execute(
        sql`delete from board_mail_recipients where workspace_id = ${workspaceId} and user_id = ${userId} ${isOne}`,
      );
    },
    async due(now) {
      const { rows } = await everywhere.execute<Row>(
        sql`${READ} where next_at <= ${when(now)} order by next_at limit ${MOST_DUE}`,
      );
      return rows.map(rowOf);
    },
    take: ({ id, nextAt: before }, { dueAt, nextAt }) =>
      togetherEverywhere(async () => {
        const { rows } = await everywhere.execute(sql`
          update board_mails set next_at = ${when(nextAt)} where id = ${id} and next_at = ${when(before)} returning id`);
        if (rows.length === 0) return false;
        await everywhere.execute(sql`
          insert into board_mail_sends (mail_id, workspace_id, user_id, due_at, retry_at)
          select mail_id, workspace_id, user_id, ${when(dueAt)}, ${when(dueAt)} from board_mail_recipients where mail_id = ${id}
          on conflict do nothing`);
        return true;
      }),
  };
}

interface SendRow extends Record<string, unknown> {
  mail_id: string;
  workspace_id: string;
  user_id: string;
  due_at: Date;
}

function sends({ everywhere, togetherEverywhere }: Tenancy): Pick<BoardMailStore, "waiting" | "claim" | "settle" | "tidy"> {
  const isOne = ({ mailId, userId, dueAt }: BoardSend): SQL =>
    sql`mail_id = ${mailId} and user_id = ${userId} and due_at = ${when(dueAt)}`;
  return {
    async waiting(now) {
      const { rows } = await everywhere.execute<SendRow>(sql`
        select mail_id, workspace_id, user_id, due_at from board_mail_sends
        where state = 'waiting' and retry_at <= ${when(now)} order by retry_at, mail_id limit ${MOST_DUE}`);
      return rows.map(({ mail_id: mailId, workspace_id: workspaceId, user_id: userId, due_at: dueAt }) => ({
        mailId,
        workspaceId,
        userId,
        dueAt: new Date(dueAt),
      }));
    },
    async claim(send, now) {
      const { rows } = await everywhere.execute<{ attempts: number }>(sql`
        update board_mail_sends set state = 'sending', attempts = attempts + 1
        where ${isOne(send)} and state = 'waiting' and retry_at <= ${when(now)} returning attempts`);
      return rows[0]?.attempts;
    },
    settle: (send, end) =>
      togetherEverywhere(async () => {
        const isTheirs = sql`${isOne(send)} and state = 'sending'`;
        if ("sentAt" in end) {
          await everywhere.execute(sql`update board_mail_sends set state = 'sent' where ${isTheirs}`);
          await everywhere.execute(sql`update board_mails set last_sent_at = ${when(end.sentAt)} where id = ${send.mailId}`);
          return;
        }
        const change = end.retryAt
          ? sql`state = 'waiting', retry_at = ${when(end.retryAt)}`
          : sql`state = ${end.state ?? "ended"}`;
        await everywhere.execute(sql`update board_mail_sends set ${change} where ${isTheirs}`);
        await everywhere.execute(sql`update board_mails set last_failed_at = ${when(end.at)}, last_failure = ${end.failure}
          where id = ${send.mailId}`);
      }),
    async tidy(now) {
      await everywhere.execute(
        sql`delete from board_mail_sends where due_at < ${when(now)} - make_interval(days => ${KEPT_DAYS})`,
      );
    },
  };
}
