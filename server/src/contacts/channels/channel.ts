/** The port of channels that carry text messages: what a provider delivers, and how it is asked to send. */
import type { MessageFailure, MessageTemplate, SmsProvider, ThreadFile } from "@ongea/contract";

/** What the provider posted. */
export interface Posted {
  /** As the provider called it: with our public address. */
  url: string;
  /** As it was written: what is signed. */
  body: string;
  /** Of a form. */
  fields: URLSearchParams;
  header(name: string): string | undefined;
}

export type Delivered =
  | Received
  | ({ kind: "report"; ref: string } & Report)
  /** All that was sent to this person up to then has arrived, or was read. */
  | { kind: "up-to"; from: string; state: "delivered" | "read"; upTo: Date }
  | CallPermissionReply
  /** The provider itself took this number's wish to be left alone. */
  | { kind: "opt-out"; from: string };

/** Somebody lets the sender call them, or not any more. */
export interface CallPermissionReply {
  kind: "call-permission";
  /** As the provider names it. */
  ref: string;
  from: string;
  to: string;
  isAllowed: boolean;
  /** Null: until they take it back. */
  expiresAt: Date | null;
  /** When they said so. */
  at: Date;
  /** The message, or the call, that it answers, as the provider names it. */
  about: string | undefined;
}

/** `from`: a number, or where they are on a channel that has none. */
export interface Received {
  kind: "message";
  /** As the provider names it. */
  ref: string;
  from: string;
  to: string;
  text: string;
  /** As the provider calls the person; absent: it does not say. */
  name?: string;
  /** What it has understood the person to want. */
  asks?: "stop" | "start";
  /** The person has only opened the conversation: the agent's first words answer it. */
  isGreeting?: true;
  media?: Media;
  /** Files that came in the message itself. */
  attachments?: readonly Attachment[];
  /** No person wrote it: it is stored, and never answered. */
  isAutomatic?: true;
  mail?: MailFacts;
}

/** `bytes`: absent where it is too large. */
export interface Attachment {
  name: string;
  bytes: Buffer | undefined;
}

/** Of an e-mail: what an answer refers to, and what its sender wrote beside the words that are read. */
export interface MailFacts {
  /** With its angle brackets; empty: it has none. */
  id: string;
  subject: string;
  references: readonly string[];
  /** With quotes and signature, where that is more. */
  whole?: string;
}

/** A file that came with a message. `ref`: as the provider names it; `name`: as its sender calls it. */
export interface Media {
  ref: string;
  kind: ThreadFile["kind"];
  name: string;
}

export type Downloaded =
  | { kind: "file"; bytes: Buffer }
  | { kind: "too large" }
  /** The provider does not have it, or not for us. */
  | { kind: "gone" }
  | { kind: "later" };

/** What has become of a message. `to`: its number, where the provider says it. */
export type Report = { to: string } & (
  | { state: "sent" | "delivered" | "read"; reason: null }
  | { state: "failed"; reason: MessageFailure }
);

/** A message that the provider has approved: what stands for its variables, in their order. */
export interface TemplateUse {
  name: string;
  language: string;
  values: readonly { name: string; text: string }[];
}

export interface Outgoing {
  /** E.164, or where they are on a channel that has no numbers. */
  to: string;
  text: string;
  /** Sent as this template, whose words `text` says. */
  template?: TemplateUse | undefined;
  /** The person is asked to allow calls, on a channel that has them. */
  asksToCall?: boolean | undefined;
  /** A person of the organisation writes it after the 24 hours, on a channel that lets them. */
  isAfterWindow?: boolean | undefined;
  /** Where reports are delivered, at providers that are told with each message. */
  reportUrl: string | undefined;
  /** Of an answer by e-mail. `answers`: the newest mail of the person. */
  mail?: { id: string; isAutomatic: boolean; answers: MailFacts | undefined } | undefined;
}

export type Sent =
  | { kind: "sent"; ref: string }
  /** The provider said no: nothing left. */
  | { kind: "refused"; reason: MessageFailure }
  /** Nothing left, and it may go better later, at once after so long where the provider says it. */
  | { kind: "later"; afterSeconds?: number | undefined }
  /** The answer was lost: it may have left. */
  | { kind: "unknown" };

/** What a delivery says of calls to a sender. */
export type CallSignal =
  /** `ref`: as the provider names the call; `from`, `to`: with a plus; `offer`: the caller's SDP. */
  | { kind: "rings"; ref: string; from: string; to: string; at: Date; offer: string }
  /** For whatever reason, and perhaps before it rang here. */
  | { kind: "ended"; ref: string }
  /** Of a call that we placed. `callId`: what we called it, where the provider says so. */
  | { kind: "placed"; ref: string; callId: string | undefined; news: PlacedCallEvent };

/** What becomes of a call that we placed: each may come twice, late, and before another that was earlier. */
export type PlacedCallEvent =
  /** The far end's SDP. Nobody need have picked up. */
  | { is: "media"; answer: string }
  | { is: "ringing" }
  | { is: "accepted" }
  | { is: "rejected" }
  /** `wasAnswered`: as the provider says. */
  | { is: "over"; wasAnswered: boolean };

/** … as one server tells another. `senderId`: whose call it is. */
export interface ChannelCallReport {
  senderId: string;
  ref: string;
  news: PlacedCallEvent;
}

export type CallAction = "pre_accept" | "accept" | "reject" | "terminate";

export type CallActionResult =
  | { kind: "done" }
  /** `code`: the provider's own. */
  | { kind: "refused"; code: number | undefined }
  /** It may have been done. */
  | { kind: "unknown" };

/** What is asked of the provider to ring somebody. */
export interface ChannelCallOrder {
  /** E.164. */
  to: string;
  /** Our SDP. */
  offer: string;
  /** The provider says it again with what becomes of the call. */
  callId: string;
}

export type ChannelCallPlaced = { kind: "placed"; ref: string } | Exclude<CallActionResult, { kind: "done" }>;

/** Whether somebody lets themselves be called, as the provider says now. */
export interface CallPermission {
  state: "none" | "temporary" | "permanent";
  /** Of one that is temporary. */
  expiresAt: Date | null;
  mayCall: boolean;
  /** They may be asked for it. */
  mayAsk: boolean;
}

export type CallPermissionAnswer =
  | { kind: "permission"; permission: CallPermission }
  /** It is asked too often. */
  | { kind: "later" }
  | Exclude<CallActionResult, { kind: "done" }>;

/** How calls to a sender are answered, and people are called from it. None rejects for what the provider says. Each ends within 15 s. */
export interface ChannelCalls {
  /** Whether a sender of this country (ISO 3166) may call people. */
  mayCallFrom(country: string): boolean;
  permission(number: string): Promise<CallPermissionAnswer>;
  place(order: ChannelCallOrder): Promise<ChannelCallPlaced>;
  /** `answer`: our SDP, with `pre_accept` and `accept`. */
  act(ref: string, action: CallAction, answer?: string): Promise<CallActionResult>;
}

/** One sender of a workspace at a provider. */
export interface TextChannel {
  readonly provider: SmsProvider;
  /** A person is written to freely only within 24 hours of their last message. */
  readonly hasWindow?: true;
  /** … and for so long by a person of the organisation. */
  readonly personsWindowHours?: number;
  /** Another server holds the connection: it sends. */
  readonly isElsewhere?: boolean;
  /** Whether the provider posted this, as far as it can be told. */
  verify(posted: Posted): boolean;
  /** In order; none: it is about no message. Undefined: no such thing as this provider posts. */
  receive(posted: Posted): Delivered[] | undefined;
  /** Never rejects. Ends within 15 s. */
  send(message: Outgoing): Promise<Sent>;
  /**
   * The provider's names of messages like this one that it has sent since about then; absent: it does not tell. Rejects when it cannot be asked.
   */
  find?(message: Outgoing, since: Date): Promise<string[]>;
  /** In order; none: it is about no call. */
  callsIn?(posted: Posted): CallSignal[];
  /** Absent: nobody can be called there. */
  readonly calls?: ChannelCalls;
  /** A file of this name. Never rejects. */
  download?(ref: string, mostBytes: number): Promise<Downloaded>;
  /** Of the business account of this name. Rejects with a RestFailure. */
  templates?(account: string): Promise<MessageTemplate[]>;
  /** The name of the business account that this was posted for. */
  accountIn?(posted: Posted): string | undefined;
  /** Names of other senders of the same account for which it was posted, too. */
  othersIn?(posted: Posted): string[];
  /** As the provider calls this person; empty: it does not say. Never rejects. */
  nameOf?(from: string): Promise<string>;
  /** Shows the person there that their message has been read. Rejects when the provider does not take it. */
  read?(ref: string, from: string): Promise<void>;
  /** From now on it delivers there. False: it does not take the address. Rejects when it cannot be asked. */
  connect?(url: string): Promise<boolean>;
  /** It delivers no more. Rejects when it cannot be asked. */
  disconnect?(): Promise<void>;
  /** The number as people know it; undefined: the account has no such sender. Rejects when the provider cannot be asked. */
  describe?(): Promise<string | undefined>;
}
