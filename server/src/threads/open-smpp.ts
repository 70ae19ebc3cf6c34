/** SMPP as a channel: accounts at operators and aggregators, and the binds that this server holds. */
import { randomUUID } from "node:crypto";
import { createSeal } from "../platform/secrets/seal.ts";
import type { Incoming } from "./delivery/incoming.ts";
import type { ThreadsParts } from "./dependencies.ts";
import type { SenderStore } from "./senders/store.ts";
import { type Holding, startHolding } from "./smpp/holding.ts";
import { createSmppLinks, type SmppLinks } from "./smpp/links.ts";
import { createSmppStore } from "./smpp/store.ts";

export interface OpenedSmpp {
  links: SmppLinks;
  /** From now on this server binds. */
  start(parts: { incoming: Incoming; senders: SenderStore }): void;
}

export function openSmpp({ platform }: Pick<ThreadsParts, "platform">): OpenedSmpp {
  const { closing, config, database: tenancy, log, secret } = platform;
  const allowed = config.PRIVATE_ADDRESSES;
  const store = createSmppStore(tenancy, randomUUID());
  let holding: Holding | undefined;
  const seal = createSeal(secret, "smpp");
  const links = createSmppLinks({ store, seal, allowed, heldAt: (id) => holding?.get(id) });
  return {
    links,
    start({ incoming, senders }) {
      const started = startHolding({ store, settingsOf: links.settingsOf, senders, incoming, tenancy, allowed, log });
      holding = started;
      closing.add("SMPP binds", () => started.stop());
    },
  };
}
