import type { EventKind, MailKind } from "@ongea/contract";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import type { ActivityStore, StoredEvent, WithEvents } from "./activity/store.ts";
import { deliverMails } from "./notifications/deliver.ts";
import { createDigestStore } from "./notifications/digests/store.ts";
import { createLetters, type DigestFigures, type Letters } from "./notifications/letters.ts";
import { notificationQueue } from "./notifications/queue.ts";
import { notificationRoutes, type NotificationRoutesParts } from "./notifications/routes.ts";
import { createNotificationStore, type MemberKey, type Recipient } from "./notifications/store.ts";
import { createSubscriptions } from "./notifications/unsubscribe.ts";
import { createUserStore } from "./access/store.ts";
import type { Members } from "./workspaces/members/store.ts";
import type { Workspaces } from "./workspaces/store.ts";

/** What a day's calls come to; what else happened is known here. */
export type CallsOfDay = (
  workspaceId: string,
  from: Date,
  until: Date,
) => Promise<Omit<DigestFigures, "rulesFailed" | "batches">>;

export interface Notifications {
  /** Writes down who is told of events by e-mail, with the events. */
  withEvents: WithEvents;
  routes(app: Http): void;
  /** E-mails that other domains send to members. */
  mailing: Mailing;
  /** From now on this server sends what waits. */
  start(events: Pick<ActivityStore, "these" | "counts">, callsOfDay: CallsOfDay): void;
}

export type EndBoardMails = NotificationRoutesParts["endBoardMails"];

export interface Mailing {
  /** Somebody who still belongs to the workspace. */
  recipient(member: MemberKey): Promise<Recipient | undefined>;
  letters: Pick<Letters, "figures">;
  /** What the links of e-mails with boards end, from now on. */
  endBoardMailsBy(end: EndBoardMails): void;
}

export interface NotificationsParts {
  workspaces: Pick<Workspaces, "read">;
  members: Pick<Members, "of" | "in">;
  homeId: string;
}

const EVERY_SECONDS = 30;
const MAILED: Readonly<Partial<Record<EventKind, MailKind>>> = {
  "call.failed": "call.failed",
  "batch.finished": "batch.finished",
  "batch.failed": "batch.finished",
  "credit.low": "credit.low",
  "lead.received": "lead.received",
  "rule.failed": "rule.failed",
};

export function openNotifications(platform: Platform, { workspaces, members, homeId }: NotificationsParts): Notifications {
  const { database, mail, secret, config, jobs, log, publicUrl } = platform;
  const recipient = recipientsOf(database, { workspaces, members });
  const [store, digests] = [createNotificationStore(database), createDigestStore(database)];
  const subscriptions = createSubscriptions(secret);
  const now = (): Date => new Date();
  const letters = createLetters({ publicUrl, subscriptions });
  let endBoardMails: EndBoardMails = async () => undefined;
  return {
    mailing: {
      recipient,
      letters,
      endBoardMailsBy(end) {
        endBoardMails = end;
      },
    },
    async withEvents(db, rows) {
      const [first] = rows;
      const events = rows.flatMap(mailedAs);
      if (!first || events.length === 0 || !mail.isDelivered) return;
      const { workspaceId } = first;
      await store.add(db, { workspaceId, events, members: await members.in(workspaceId) });
    },
    routes(app) {
      const timeZone = config.TIME_ZONE;
      notificationRoutes(app, {
        store,
        digests,
        subscriptions,
        mail,
        homeId,
        timeZone,
        recipient,
        endBoardMails: (member, id) => endBoardMails(member, id),
        now,
      });
    },
    start({ these, counts }, callsOfDay) {
      if (!mail.isDelivered) return;
      const figures = async (workspaceId: string, from: Date, until: Date): Promise<DigestFigures> => {
        const [calls, kinds] = await Promise.all([callsOfDay(workspaceId, from, until), counts(workspaceId, from, until)]);
        const of = (kind: EventKind): number => kinds.get(kind) ?? 0;
        return { ...calls, rulesFailed: of("rule.failed"), batches: of("batch.finished") + of("batch.failed") };
      };
      jobs.work(notificationQueue, (_, { signal }) =>
        deliverMails({ store, digests, mail, letters, homeId, log, recipient, events: these, figures }, now(), signal),
      );
      jobs.every(notificationQueue, {}, EVERY_SECONDS);
    },
  };
}

/** Whoever set the installation up needs no proof: the SMTP server is theirs. */
function recipientsOf(
  database: Platform["database"],
  { workspaces, members }: Pick<NotificationsParts, "workspaces" | "members">,
): (member: MemberKey) => Promise<Recipient | undefined> {
  const users = createUserStore(database.everywhere);
  return async ({ workspaceId, userId }) => {
    const membership = (await members.of(userId)).find((one) => one.workspaceId === workspaceId);
    const user = membership && (await users.read(userId));
    if (!user) return undefined;
    const { email, emailVerified, operator, language } = user;
    const { name: workspace } = await workspaces.read(workspaceId);
    return {
      workspaceId,
      userId,
      email,
      proven: emailVerified || operator,
      operator,
      language,
      role: membership.role,
      workspace,
    };
  };
}

function mailedAs({ id, kind, notify, readers }: StoredEvent): { id: string; mailKind: MailKind }[] {
  const mailKind = MAILED[kind];
  return mailKind && notify && readers === null ? [{ id, mailKind }] : [];
}
