/** SMPP accounts as senders: checked by a bind before they are stored, their passwords sealed, and used where this server holds the bind. */
import type { SmppSettings } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import type { TextChannel } from "../../contacts/index.ts";
import type { SmppOfSenders } from "../senders/senders.ts";
import type { SmppBind } from "./holding.ts";
import { bindSmpp, SmppFailure, type SmppTiming } from "./link.ts";
import type { SmppRow, SmppStore } from "./store.ts";
import { STATUS } from "./wire.ts";

export interface SmppLinksParts {
  store: Pick<SmppStore, "add" | "change" | "at" | "read">;
  seal: Seal;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  /** Undefined: this server does not hold it. */
  heldAt(senderId: string): SmppBind | undefined;
  timing?: Partial<SmppTiming> | undefined;
}

export interface SmppLinks extends SmppOfSenders {
  /** Undefined: there is none. */
  channelAt(sender: { workspaceId: string; sender: string }): Promise<TextChannel | undefined>;
  /** With the password; undefined: it does not open here. */
  settingsOf(row: SmppRow): SmppSettings | undefined;
}

export function createSmppLinks({ store, seal, allowed, heldAt, timing }: SmppLinksParts): SmppLinks {
  const stored = (id: string, { password, ...settings }: SmppSettings) => ({ settings, sealed: seal.close(password, id) });
  return {
    settingsOf({ id, sealed, settings }) {
      try {
        return { ...settings, password: seal.open(sealed, id) };
      } catch {
        return undefined;
      }
    },
    async check(settings) {
      try {
        // What an SMSC delivers meanwhile is delivered again.
        const link = await bindSmpp({ settings, allowed, timing, take: async () => ({ status: STATUS.notNow }) });
        await link.unbind();
      } catch (error) {
        const problem = error instanceof SmppFailure ? error.problem : "unreachable";
        throw refuse(problem === "ended" ? "sender.smpp_unreachable" : `sender.smpp_${problem}`);
      }
    },
    async add({ id, workspaceId, sender: address }, settings) {
      await store.add({ id, workspaceId, address, ...stored(id, settings) });
    },
    async change(sender, settings) {
      await store.change(sender, stored(sender.id, settings));
    },
    async state(sender) {
      const row = await store.read(sender);
      if (!row) return undefined;
      const { state, problem, checkedAt, settings } = row;
      return { state, problem, checked_at: checkedAt?.toISOString() ?? null, settings };
    },
    async channelAt({ workspaceId, sender }) {
      const found = await store.at({ workspaceId, address: sender });
      return found && channelOver(sender, heldAt(found.id), found.isElsewhere);
    },
  };
}

/** A server that holds no bind now sends nothing; the message waits. */
const AGAIN_SECONDS = 5;

function channelOver(from: string, held: SmppBind | undefined, isElsewhere: boolean): TextChannel {
  return {
    provider: "smpp",
    isElsewhere: !held && isElsewhere,
    // It comes by the bind: nobody posts it.
    verify: () => false,
    receive: () => undefined,
    async send({ to, text }) {
      if (!held) return { kind: "later", afterSeconds: AGAIN_SECONDS };
      return held.delivering.sending(() => held.link.submit({ from, to, text }));
    },
  };
}
