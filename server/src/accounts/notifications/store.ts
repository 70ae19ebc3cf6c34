/** All the SQL of e-mails about what happened. */
import { type ActivityEvent, type MailKind, MOST_MAILS_AN_HOUR, OWNERS_MAIL, type Role } from "@ongea/contract";
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { among } from "../../platform/database/values.ts";
import { notificationEmails, notificationSettings } from "./tables.ts";

export interface MemberKey {
  workspaceId: string;
  userId: string;
}

/** Somebody who still belongs to the workspace, as their e-mails need them. */
export interface Recipient extends MemberKey {
  email: string;
  proven: boolean;
  operator: boolean;
  language: string | null;
  role: Role;
  workspace: string;
}

export interface MailChoice {
  kinds: MailKind[];
  digestHour: number | null;
  /** Null: they have chosen none. */
  timeZone: string | null;
}

export interface MailedEvent extends Pick<ActivityEvent, "details" | "subject" | "kind"> {
  mailKind: MailKind;
}

/** Events that go out as one e-mail, by their ids. */
export interface ClaimedMail {
  id: string;
  attempts: number;
  events: { id: string; mailKind: MailKind }[];
  isSummary: boolean;
}

/** Events of a workspace, and all of its members. */
export interface News {
  workspaceId: string;
  events: readonly { id: string; mailKind: MailKind }[];
  members: readonly { userId: string; role: Role }[];
}

export interface NotificationStore {
  /** What they have chosen, or what their role comes to. */
  choice(member: MemberKey, role: Role): Promise<MailChoice>;
  choose(member: MemberKey, choice: Omit<MailChoice, "timeZone"> & { timeZone: string }): Promise<void>;
  /** In the transaction that writes the events. */
  add(db: Db, news: News): Promise<void>;
  /** Those for whom something waits whose time has come. */
  due(now: Date): Promise<MemberKey[]>;
  /** What waits and is of no kind among these, or is older than it may be, is not sent any more. */
  drop(member: MemberKey, kinds: readonly MailKind[], now: Date): Promise<void>;
  /** What goes out next; from now on nobody sends it again, unless it is put back. Undefined: nothing, or they had enough this hour. */
  claim(member: MemberKey, now: Date): Promise<ClaimedMail | undefined>;
  settle(member: MemberKey, mailId: string, end: { state: "sent" | "ended" } | { retryAt: Date }): Promise<void>;
  tidy(now: Date): Promise<void>;
}

/** An hour later the reader has the next page of the bell anyway. */
const STALE_HOURS = 24;
const KEPT_DAYS = 30;
const MOST_DUE = 500;
/** What has waited for longer goes out together. */
const LATE_MINUTES = 30;

export function createNotificationStore(tenancy: Tenancy): NotificationStore {
  return { ...choiceStore(tenancy), ...outboxStore(tenancy) };
}

const when = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;
const theirs = ({ workspaceId, userId }: MemberKey): SQL => sql`workspace_id = ${workspaceId} and user_id = ${userId}`;

function defaultOf(role: Role): readonly MailKind[] {
  return role === "owner" ? OWNERS_MAIL : [];
}

function choiceStore(tenancy: Tenancy): Pick<NotificationStore, "choice" | "choose" | "add"> {
  return {
    async choice({ workspaceId, userId }, role) {
      const db = tenancy.of(workspaceId);
      const isOne = and(eq(notificationSettings.workspaceId, workspaceId), eq(notificationSettings.userId, userId));
      const [row] = await db.select().from(notificationSettings).where(isOne);
      return row ?? { kinds: [...defaultOf(role)], digestHour: null, timeZone: null };
    },
    async choose({ workspaceId, userId }, choice) {
      await tenancy
        .of(workspaceId)
        .insert(notificationSettings)
        .values({ workspaceId, userId, ...choice })
        .onConflictDoUpdate({ target: [notificationSettings.workspaceId, notificationSettings.userId], set: choice });
    },
    async add(db, { workspaceId, events, members }) {
      if (events.length === 0 || members.length === 0) return;
      const chosen = await db.select().from(notificationSettings).where(eq(notificationSettings.workspaceId, workspaceId));
      const rows = members.flatMap(({ userId, role }) => {
        const kinds = chosen.find((one) => one.userId === userId)?.kinds ?? defaultOf(role);
        const theirs = events.filter(({ mailKind }) => kinds.includes(mailKind));
        return theirs.map(({ id, mailKind }) => ({ workspaceId, userId, eventId: id, kind: mailKind }));
      });
      if (rows.length > 0) await db.insert(notificationEmails).values(rows).onConflictDoNothing();
    },
  };
}

interface ClaimedRow {
  mail: string;
  attempts: number;
  kind: MailKind;
  event: string;
}

function outboxStore({
  everywhere,
  togetherEverywhere,
}: Tenancy): Pick<NotificationStore, "due" | "drop" | "claim" | "settle" | "tidy"> {
  return {
    async due(now) {
      const { rows } = await everywhere.execute<{ workspace: string; person: string }>(sql`
        select workspace_id as workspace, user_id as person from notification_emails
        where state = 'waiting' and retry_at <= ${when(now)} group by 1, 2 order by min(retry_at) limit ${MOST_DUE}`);
      return rows.map(({ workspace, person }) => ({ workspaceId: workspace, userId: person }));
    },
    async drop(member, kinds, now) {
      await everywhere.execute(sql`
        update notification_emails set state = 'ended' where ${theirs(member)} and state = 'waiting'
          and (kind not in ${among(kinds)} or created_at < ${when(now)} - make_interval(hours => ${STALE_HOURS}))`);
    },
    claim: (member, now) =>
      togetherEverywhere(async () => {
        // Of all workspaces of a person at once: the limit is theirs.
        await everywhere.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mails:${member.userId}`}, 0))`);
        const counted = await everywhere.execute<{ sent: number; waiting: number; late: number }>(sql`select
          (select count(distinct mail_id)::int from notification_emails where user_id = ${member.userId}
            and state in ('sending', 'sent') and tried_at > ${when(now)} - interval '1 hour') as sent,
          count(*)::int as waiting,
          count(*) filter (where created_at < ${when(now)} - make_interval(mins => ${LATE_MINUTES}))::int as late
          from notification_emails where ${theirs(member)} and state = 'waiting' and retry_at <= ${when(now)}`);
        const { sent = 0, waiting = 0, late = 0 } = counted.rows[0] ?? {};
        const room = MOST_MAILS_AN_HOUR - sent;
        if (room <= 0 || waiting === 0) return undefined;
        const isSummary = waiting > 1 && (late > 1 || room === 1);
        const most = isSummary ? waiting : 1;
        const { rows } = await everywhere.execute<ClaimedRow & Record<string, unknown>>(sql`
          with mail as materialized (select gen_random_uuid() as id),
            chosen as (select id from notification_emails where ${theirs(member)} and state = 'waiting' and retry_at <= ${when(now)}
              order by created_at, id limit ${most} for update),
            taken as (update notification_emails one set state = 'sending', attempts = attempts + 1, tried_at = ${when(now)},
              mail_id = (select id from mail) from chosen where one.id = chosen.id returning one.*)
          select mail_id as mail, attempts, kind, event_id as event from taken order by created_at, id`);
        const [first] = rows;
        if (!first) return undefined;
        const events = rows.map(({ event, kind }) => ({ id: event, mailKind: kind }));
        return { id: first.mail, attempts: Math.max(...rows.map(({ attempts }) => attempts)), events, isSummary };
      }),
    async settle({ userId }, mailId, end) {
      const isOne = sql`user_id = ${userId} and mail_id = ${mailId} and state = 'sending'`;
      if ("state" in end) await everywhere.execute(sql`update notification_emails set state = ${end.state} where ${isOne}`);
      else
        await everywhere.execute(sql`
          update notification_emails set state = 'waiting', mail_id = null, tried_at = null, retry_at = ${when(end.retryAt)} where ${isOne}`);
    },
    async tidy(now) {
      const old = sql`${when(now)} - make_interval(days => ${KEPT_DAYS})`;
      await everywhere.execute(sql`delete from notification_emails where created_at < ${old}`);
      await everywhere.execute(sql`delete from notification_digests where day < ${old}`);
    },
  };
}
