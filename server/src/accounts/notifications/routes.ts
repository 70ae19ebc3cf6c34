import {
  changeNotificationSettings,
  MAIL_KINDS,
  type NotificationSettings,
  readNotificationSettings,
  unsubscribe,
} from "@ongea/contract";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit, networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { isTimeZone, localTime } from "../../platform/time/local-time.ts";
import { offeredTo } from "./deliver.ts";
import type { DigestStore } from "./digests/store.ts";
import type { MemberKey, NotificationStore, Recipient } from "./store.ts";
import type { Subscriptions } from "./unsubscribe.ts";

export interface NotificationRoutesParts {
  store: NotificationStore;
  digests: DigestStore;
  subscriptions: Subscriptions;
  mail: Pick<Mail, "isDelivered">;
  homeId: string;
  /** Of the installation. */
  timeZone: string;
  /** Somebody who still belongs to the workspace. */
  recipient(member: MemberKey): Promise<Recipient | undefined>;
  /** Ends e-mails of boards: one of them by its id, or all that this member gets there. */
  endBoardMails(member: MemberKey, id: string | undefined): Promise<void>;
  now(): Date;
}

/** Tokens are guessed by nobody; this is for the database's sake. */
const ENDED = { burst: 30, refillMs: 2_000 };

export function notificationRoutes(app: Http, parts: NotificationRoutesParts): void {
  const { store, digests, mail, homeId, timeZone, recipient, now } = parts;
  const settingsOf = async (member: MemberKey): Promise<NotificationSettings> => {
    const person = await recipient(member);
    if (!person) throw refuse("member.not_found");
    const choice = await store.choice(member, person.role);
    const offered = offeredTo(person, MAIL_KINDS, homeId);
    return {
      kinds: choice.kinds.filter((kind) => offered.includes(kind)),
      digest_hour: choice.digestHour,
      time_zone: choice.timeZone ?? timeZone,
      offered,
      email: person.email,
      proven: person.proven,
      sends_mail: mail.isDelivered,
    };
  };
  serve(app, readNotificationSettings, async (_, { principal }) => settingsOf(memberOf(principal)));
  serve(app, changeNotificationSettings, async ({ body }, { principal }) => {
    const member = memberOf(principal);
    const before = await settingsOf(member);
    if (!isTimeZone(body.time_zone)) throw refuse("request.invalid");
    const kinds = MAIL_KINDS.filter((kind) => body.kinds.includes(kind) && before.offered.includes(kind));
    await store.choose(member, { kinds, digestHour: body.digest_hour, timeZone: body.time_zone });
    const { day, minute } = localTime(now(), body.time_zone);
    // The hour of today is over: the first summary comes tomorrow.
    if (body.digest_hour !== null && body.digest_hour !== before.digest_hour && minute >= body.digest_hour * 60)
      await digests.skip(member, day);
    return settingsOf(member);
  });
  unsubscribeRoute(app, parts);
}

function unsubscribeRoute(
  app: Http,
  { store, subscriptions, recipient, timeZone, endBoardMails }: NotificationRoutesParts,
): void {
  const limit = createRateLimit({ ...ENDED, nowMs: () => performance.now() });
  serve(app, unsubscribe, async ({ query: { token, all } }, { request }) => {
    limit.take(networkOf(request.ip));
    const subscription = subscriptions.read(token);
    if (!subscription) throw refuse("access.bad_link");
    const { kind, ...member } = subscription;
    // Somebody who is no member any more gets no e-mail as it is.
    const person = await recipient(member);
    if (!person) return { success: true as const };
    const isAll = all === "true";
    if (isAll) await endBoardMails(member, undefined);
    else if (kind.startsWith("board.")) {
      await endBoardMails(member, kind.slice("board.".length));
      return { success: true as const };
    }
    const before = await store.choice(member, person.role);
    await store.choose(member, {
      kinds: isAll ? [] : before.kinds.filter((one) => one !== kind),
      digestHour: isAll || kind === "digest" ? null : before.digestHour,
      timeZone: before.timeZone ?? timeZone,
    });
    return { success: true as const };
  });
}

function memberOf({ workspaceId, userId }: Principal): MemberKey {
  if (userId === null) throw refuse("access.person_only");
  return { workspaceId, userId };
}
