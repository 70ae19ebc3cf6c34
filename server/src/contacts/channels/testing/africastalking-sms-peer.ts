/** Africa's Talking's text messages as its customers meet them: REST with a key in a header, forms without a signature. */
import { randomBytes } from "node:crypto";
import { createRest } from "../../../platform/fetch/rest.ts";
import { createAfricasTalkingSms } from "../africastalking.ts";
import { formPosted, type Postable, type SmsMood, type SmsPeer } from "./sms-peer.ts";
import { REST_OF_TESTS, type SmsAnswer, startSmsServer } from "./sms-server.ts";

export interface AfricasTalkingSmsPeer extends SmsPeer {
  readonly baseUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

const CODES: Partial<Record<SmsMood, [code: number, status: string]>> = {
  "bad number": [403, "InvalidPhoneNumber"],
  "no provider credit": [405, "InsufficientBalance"],
  "opted out": [406, "UserInBlacklist"],
};

export async function startAfricasTalkingSmsPeer(): Promise<AfricasTalkingSmsPeer> {
  const [username, apiKey] = ["clinic", `atsk_${randomBytes(16).toString("hex")}`];
  const server = await startSmsServer({
    mood: () => peer.mood,
    mayAsk: ({ headers }) => headers["apikey"] === apiKey,
    isSending: ({ method }) => method === "POST",
    does: ({ url: { pathname }, form }) => {
      if (pathname === "/version1/user") return { status: 200, said: { UserData: { balance: "KES 1785.50" } } };
      if (pathname !== "/version1/messaging") return { status: 404, said: "The resource could not be found" };
      return form["username"] === username ? send(form) : { status: 401, said: "The supplied authentication is invalid" };
    },
  });

  function send({ to = "", from = "", message = "" }: Record<string, string>): SmsAnswer {
    const said = (Message: string, Recipients: object[]) => ({ status: 201, said: { SMSMessageData: { Message, Recipients } } });
    if (peer.mood === "bad sender" || from !== peer.sender) return said("InvalidSenderId", []);
    const [statusCode, status] = CODES[peer.mood] ?? [101, "Success"];
    const isTaken = statusCode === 101;
    const messageId = isTaken ? `ATXid_${randomBytes(16).toString("hex")}` : "None";
    if (isTaken) peer.left.push({ to, text: message, ref: messageId });
    const cost = isTaken ? "KES 0.8000" : "0";
    return said(`Sent to ${isTaken ? 1 : 0}/1 Total Cost: ${cost}`, [{ statusCode, number: to, status, cost, messageId }]);
  }

  const peer: AfricasTalkingSmsPeer = {
    ...server,
    username,
    apiKey,
    mood: "well",
    left: [],
    sender: "22384",
    channel() {
      const signIn = { apikey: apiKey };
      const ask = createRest({ ...REST_OF_TESTS, baseUrl: server.baseUrl, account: username, secret: apiKey, signIn });
      return createAfricasTalkingSms({ ask, username, sender: peer.sender });
    },
    posts: (url, what) => formPosted(url, formOf(what)),
  };
  return peer;
}

function formOf(what: Postable): Record<string, string> {
  if (what.kind === "opt-out") return { senderId: "22384", phoneNumber: what.from };
  if (what.kind === "message") {
    const { ref: id, from, to, text } = what;
    return { date: "2026-11-27 09:12:57", from, id, linkId: "SampleLinkId123", text, to, networkCode: "63902" };
  }
  const { ref: id, to: phoneNumber, state } = what;
  const status = { sent: "Submitted", delivered: "Success", read: "Success", failed: "Failed" }[state];
  const failure = state === "failed" ? { failureReason: FAILURES[what.reason] ?? "Unknown" } : {};
  return { id, status, phoneNumber, networkCode: "63902", retryCount: "0", ...failure };
}

const FAILURES: Readonly<Record<string, string>> = { unreachable: "AbsentSubscriber", opted_out: "UserInBlackList" };
