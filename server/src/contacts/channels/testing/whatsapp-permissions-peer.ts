/**
 * Who lets a WhatsApp number call them, with Meta's limits (developers.facebook.com/docs/whatsapp/cloud-api/calling/user-call-permissions): one
 * request in 24 hours and two in seven days, until a call connects; a temporary permission for seven days; a hundred connected calls in 24
 * hours; four calls in a row that nobody answers take a permission back.
 */
import type { SmsAnswer } from "./sms-server.ts";

export interface CallPermissionsPeer {
  /** Digits. What somebody decides from now on. */
  decide(person: string, state: "no_permission" | "temporary" | "permanent"): void;
  /** Somebody is asked for it: a code, where that is too much. */
  request(person: string): number | undefined;
  /** A code, where they may not be called now. */
  problemOfCall(person: string): number | undefined;
  called(person: string, wasAnswered: boolean): void;
  /** GET /{phone-number-id}/call_permissions. */
  read(person: string): SmsAnswer;
  /** Times that it was read. */
  reads: number;
  /** Refuses the next reading with this code. */
  refuses: number | undefined;
  /** As if it were so many seconds later. */
  later(seconds: number): void;
}

interface Person {
  state: "no_permission" | "temporary" | "permanent";
  until: number;
  requests: number[];
  connected: number[];
  unanswered: number;
}

const DAY = 86_400;
const WEEK = 7 * DAY;
const MOST = { requestsADay: 1, requestsAWeek: 2, callsADay: 100, unanswered: 4 };

export function createCallPermissionsPeer(): CallPermissionsPeer {
  const people = new Map<string, Person>();
  let ahead = 0;
  const now = (): number => Math.round(Date.now() / 1_000) + ahead;
  const personAt = (digits: string): Person => {
    const one = people.get(digits) ?? { state: "no_permission", until: 0, requests: [], connected: [], unanswered: 0 };
    people.set(digits, one);
    if (one.state === "temporary" && one.until <= now()) one.state = "no_permission";
    return one;
  };
  const since = (times: readonly number[], seconds: number): number => times.filter((at) => at > now() - seconds).length;
  const mayRequest = ({ requests }: Person): boolean =>
    since(requests, DAY) < MOST.requestsADay && since(requests, WEEK) < MOST.requestsAWeek;
  const mayConnect = ({ connected }: Person): boolean => since(connected, DAY) < MOST.callsADay;

  return {
    reads: 0,
    refuses: undefined,
    later: (seconds) => void (ahead += seconds),
    decide(digits, state) {
      Object.assign(personAt(digits), { state, until: now() + WEEK, unanswered: 0 });
    },
    request(digits) {
      const one = personAt(digits);
      if (!mayRequest(one)) return 138_009;
      one.requests.push(now());
      return undefined;
    },
    problemOfCall(digits) {
      const one = personAt(digits);
      if (one.state === "no_permission") return 138_006;
      return mayConnect(one) ? undefined : 138_012;
    },
    called(digits, wasAnswered) {
      const one = personAt(digits);
      one.unanswered = wasAnswered ? 0 : one.unanswered + 1;
      if (wasAnswered) one.connected.push(now());
      if (wasAnswered) one.requests = [];
      if (one.unanswered >= MOST.unanswered) Object.assign(one, { state: "no_permission", unanswered: 0 });
    },
    read(digits) {
      this.reads++;
      const { refuses } = this;
      this.refuses = undefined;
      if (refuses !== undefined)
        return {
          status: 400,
          said: { error: { message: "It was refused", type: "OAuthException", code: refuses, fbtrace_id: "AX1" } },
        };
      const one = personAt(digits);
      const limit = (time_period: string, max_allowed: number, current_usage: number): object => ({
        time_period,
        max_allowed,
        current_usage,
        ...(current_usage >= max_allowed && { limit_expiration_time: now() + DAY }),
      });
      const { state: status, until, requests, connected } = one;
      return {
        status: 200,
        said: {
          messaging_product: "whatsapp",
          permission: { status, ...(status === "temporary" && { expiration_time: until }) },
          actions: [
            {
              action_name: "send_call_permission_request",
              can_perform_action: mayRequest(one),
              limits: [
                limit("PT24H", MOST.requestsADay, since(requests, DAY)),
                limit("P7D", MOST.requestsAWeek, since(requests, WEEK)),
              ],
            },
            {
              action_name: "start_call",
              can_perform_action: status !== "no_permission" && mayConnect(one),
              limits: [limit("PT24H", MOST.callsADay, since(connected, DAY))],
            },
          ],
        },
      };
    },
  };
}
