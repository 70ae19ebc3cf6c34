/** What the links in e-mails carry: whom and what they end, sealed, so that no account is needed. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { MailKind } from "@ongea/contract";
import type { MemberKey } from "./store.ts";

/** The kind "digest" is the daily summary. */
export interface Subscription extends MemberKey {
  kind: MailKind | "digest" | BoardMailKind;
}

/** A board that goes out by e-mail, by its id. */
export type BoardMailKind = `board.${string}`;

const PARTS = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([a-z_]+(?:\.[a-z_]+|\.[0-9a-f-]{36})?)\.([\w-]{43})$/;

export interface Subscriptions {
  token(subscription: Subscription): string;
  /** Undefined: nobody has made it here. */
  read(token: string): Subscription | undefined;
}

export function createSubscriptions(secret: string): Subscriptions {
  const macOf = (text: string): Buffer => createHmac("sha256", secret).update(`unsubscribe\n${text}`).digest();
  return {
    token({ workspaceId, userId, kind }) {
      const text = `${workspaceId}.${userId}.${kind}`;
      return `${text}.${macOf(text).toString("base64url")}`;
    },
    read(token) {
      const [, workspaceId = "", userId = "", named = "", mac = ""] = PARTS.exec(token) ?? [];
      const given = Buffer.from(mac, "base64url");
      const right = macOf(`${workspaceId}.${userId}.${named}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      if (isBoardMail(named)) return { workspaceId, userId, kind: named };
      const kind = named === "digest" ? named : MailKind.safeParse(named).data;
      return kind && { workspaceId, userId, kind };
    },
  };
}

function isBoardMail(named: string): named is BoardMailKind {
  return /^board\.[0-9a-f-]{36}$/.test(named);
}
