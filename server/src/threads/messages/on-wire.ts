import type { ThreadMessage } from "@ongea/contract";
import type { MessageRow } from "./store.ts";

export function messageOnWire(row: MessageRow): ThreadMessage {
  const { id, position, direction, author, authorName: author_name, text, state, reason, segments, createdAt } = row;
  return { id, position, direction, author, author_name, text, state, reason, segments, created_at: createdAt.toISOString() };
}

/** Of a visitor it is a hash that concerns nobody. */
export function addressOnWire({ channel, address }: { channel: string; address: string }): string {
  return channel === "web-chat" ? "" : address;
}
