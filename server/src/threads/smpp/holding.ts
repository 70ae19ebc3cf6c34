/** Binds to SMSCs: each is held by one server at a time, by a lease in the database; what ends is bound again with growing delays. */
import type { SmppProblem, SmppSettings } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { twiceAsLong } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Incoming } from "../delivery/incoming.ts";
import type { SenderStore } from "../senders/store.ts";
import { createDelivering, type Delivering } from "./delivered.ts";
import { bindSmpp, SmppFailure, type SmppLink, type SmppTiming } from "./link.ts";
import type { SmppRow, SmppStore } from "./store.ts";

export interface HoldingParts {
  store: SmppStore;
  /** With the password; undefined: it does not open here. */
  settingsOf(row: SmppRow): SmppSettings | undefined;
  senders: Pick<SenderStore, "read">;
  incoming: Pick<Incoming, "take">;
  tenancy: Pick<Tenancy, "togetherEverywhere">;
  allowed: readonly string[];
  timing?: Partial<SmppTiming> | undefined;
  lookEveryMs?: number;
  log: Pick<Log, "info" | "warn">;
}

export interface SmppBind {
  link: SmppLink;
  delivering: Delivering;
}

export interface Holding {
  /** Undefined: it is not bound here, or not now. */
  get(senderId: string): SmppBind | undefined;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 5_000;
const LEASED_SECONDS = 30;
/** A server that cannot renew its leases lets go before another one binds. */
const RENEWED_MS = 20_000;
const MOST_NEW = 50;
const SWEEP_EVERY_MS = 600_000;
const againAfter = twiceAsLong({ first: 5, longest: 300, most: Number.POSITIVE_INFINITY });

interface Mine {
  row: SmppRow;
  delivering: Delivering;
  link: SmppLink | undefined;
  renewedMs: number;
  /** The lease is gone, or this server stops: what ends now says nothing of the SMSC. */
  isOver: boolean;
}

export function startHolding(parts: HoldingParts): Holding {
  const { store, log } = parts;
  const mine = new Map<string, Mine>();
  let [isStopped, sweptMs] = [false, 0];
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => void (looking ??= look()), parts.lookEveryMs ?? LOOK_EVERY_MS).unref();
  looking = look();

  async function look(): Promise<void> {
    try {
      const askedMs = performance.now();
      const rows = await parts.tenancy.togetherEverywhere(() => store.lease(MOST_NEW, LEASED_SECONDS));
      // Who stops gives up what it holds, and what has just come is another server's at once.
      if (isStopped) return await giveUpNew(rows);
      for (const row of rows) keep(row, askedMs);
      // Removed with its sender, or another server's now.
      for (const one of mine.values()) if (one.renewedMs < askedMs) await letGo(one);
      if (askedMs - sweptMs > SWEEP_EVERY_MS || sweptMs === 0) {
        sweptMs = askedMs;
        await parts.tenancy.togetherEverywhere(() => store.sweep());
      }
    } catch (error) {
      log.warn({ err: error }, "Leases of SMPP binds could not be renewed");
    }
    const late = performance.now() - RENEWED_MS;
    for (const one of mine.values()) {
      if (one.renewedMs < late) await letGo(one);
      else await one.delivering.flush();
    }
    looking = undefined;
  }

  async function giveUpNew(rows: readonly SmppRow[]): Promise<void> {
    for (const row of rows) if (!mine.has(row.id)) await store.giveUp(row);
  }

  function keep(row: SmppRow, renewedMs: number): void {
    const known = mine.get(row.id);
    if (known?.row.sealed === row.sealed) return void (known.renewedMs = renewedMs);
    if (known) return void letGo(known).then(() => store.giveUp(row).catch(() => undefined));
    const delivering = createDelivering(row, parts);
    const one: Mine = { row, delivering, link: undefined, renewedMs, isOver: false };
    mine.set(row.id, one);
    void hold(one).catch((error: unknown) =>
      log.warn({ err: error, senderId: row.id }, "The state of an SMPP bind was not stored"),
    );
  }

  async function hold(one: Mine): Promise<void> {
    const { row } = one;
    let problem: SmppProblem = "ended";
    try {
      const settings = parts.settingsOf(row);
      if (!settings) throw new SmppFailure("login");
      const { allowed, timing } = parts;
      const link = await bindSmpp({ settings, allowed, timing, take: (sm) => one.delivering.take(sm, settings.receipt_ids) });
      if (one.isOver) return await link.unbind();
      one.link = link;
      log.info({ senderId: row.id }, "An SMSC is bound to");
      await store.working(row);
      await link.ended;
    } catch (error) {
      problem = error instanceof SmppFailure ? error.problem : "ended";
      await one.link?.unbind();
    }
    await one.delivering.flush({ all: true });
    if (one.isOver) return;
    mine.delete(row.id);
    log.warn({ senderId: row.id, problem }, "An SMSC is not bound to");
    // A bind that stood begins with the shortest delay again.
    await store.failed(row, problem, againAfter(one.link ? 1 : row.failures + 1) ?? 0);
  }

  async function letGo(one: Mine): Promise<void> {
    one.isOver = true;
    mine.delete(one.row.id);
    await one.link?.unbind();
  }

  return {
    get(senderId) {
      const one = mine.get(senderId);
      return one?.link && { link: one.link, delivering: one.delivering };
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      const all = [...mine.values()];
      await Promise.all(
        all.map(async (one) => {
          await letGo(one);
          await one.delivering.flush({ all: true });
          await store.giveUp(one.row);
        }),
      );
    },
  };
}
