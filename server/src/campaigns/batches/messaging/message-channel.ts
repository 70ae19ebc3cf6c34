/** What batches of messages need of the domain that writes: a later one joins with it. */
import type { BatchMessage, GateDecision, RefusalCode } from "@ongea/contract";
import type { Money } from "../../../platform/money/money.ts";

/** By whom and for which agent people are written to. */
export interface MessageOrder {
  workspaceId: string;
  agentId: string;
  message: BatchMessage;
}

export type FilledMessage =
  | { kind: "message"; text: string; values: readonly string[]; segments: number }
  /** `column`: what the row lacks. */
  | { kind: "refused"; problem: "no_value"; column: string }
  | { kind: "refused"; problem: "too_long" };

export type Admission =
  | { kind: "allowed"; address: string }
  | { kind: "refused"; code: RefusalCode; decision: GateDecision }
  | { kind: "wait"; until: Date };

export interface NewBatchMessage {
  /** The same again is the same message. */
  clientId: string;
  batchId: string;
  address: string;
  text: string;
  values: readonly string[];
}

/** A message whose sender is connected and whose template is approved. */
export interface PreparedMessage {
  fill(variables: Readonly<Record<string, string>>): FilledMessage;
  /** As the gate has it of this number now. */
  admit(number: string): Promise<Admission>;
  /** Stores it in the person's thread, in a transaction of the caller's. Another job asks the provider. */
  write(message: NewBatchMessage): Promise<{ messageId: string; threadId: string }>;
}

export interface MessageChannel {
  /** Refuses what could not be sent: the sender, its account, or its template. */
  prepare(order: MessageOrder): Promise<PreparedMessage>;
  /** Takes back what waits for the provider. In a transaction of the caller's. Returns the ids of the messages. */
  withdraw(workspaceId: string, batchId: string): Promise<string[]>;
  /** What one part takes from the balance; undefined: nothing. */
  priceOfSegment(workspaceId: string): Promise<Money | undefined>;
}

export interface JoinedMessageChannel extends MessageChannel {
  join(channel: MessageChannel): void;
}

export function createMessageChannel(): JoinedMessageChannel {
  let joined: MessageChannel | undefined;
  const given = (): MessageChannel => {
    if (!joined) throw new Error("Nothing has joined batches of messages");
    return joined;
  };
  return {
    join: (channel) => void (joined = channel),
    prepare: (order) => given().prepare(order),
    withdraw: (workspaceId, batchId) => given().withdraw(workspaceId, batchId),
    priceOfSegment: (workspaceId) => given().priceOfSegment(workspaceId),
  };
}
