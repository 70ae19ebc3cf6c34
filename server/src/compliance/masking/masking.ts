/** What is masked in a call: read for every call, and again a moment after it was changed. */
import { MASKED_KINDS, type MaskedKind, type Masking } from "@ongea/contract";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { DATABASE_IS_LATE, withTimeout } from "../../platform/async/with-timeout.ts";
import type { Log } from "../../platform/log/log.ts";
import type { MaskingStore } from "./store.ts";

export interface MaskRules {
  kinds: ReadonlySet<MaskedKind>;
  keepWhole: boolean;
}

export interface MaskingRules {
  /** A call is about to come: what it will need is asked for already. */
  expect(workspaceId: string): void;
  /**
   * Of a call of this agent. Never rejects, and keeps no caller waiting for a database that is away: then what was last read holds, and where
   * nothing was read everything is masked, and stored whole beside it.
   */
  of(workspaceId: string, agentId: string | null): Promise<MaskRules>;
  /** After the transaction: the next call goes by what stands there now. */
  changed(workspaceId: string): void;
}

export interface MaskingRulesParts {
  store: Pick<MaskingStore, "read">;
  log: Pick<Log, "warn">;
  patienceMs?: number;
}

/** Another server may have changed something. */
const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
const MOST_REMEMBERED = 10_000;
const EVERYTHING: MaskRules = { kinds: new Set(MASKED_KINDS), keepWhole: true };

export function createMaskingRules({ store, log, patienceMs = PATIENCE_MS }: MaskingRulesParts): MaskingRules {
  const lastRead = new Map<string, Masking>();
  const rulesOf = memoizeFor(FRESH_MS, async (workspaceId) => {
    const rules = await store.read(workspaceId);
    if (lastRead.size >= MOST_REMEMBERED) lastRead.clear();
    lastRead.set(workspaceId, rules);
    return rules;
  });
  const soon = async (workspaceId: string): Promise<Masking | undefined> => {
    try {
      return await withTimeout(rulesOf(workspaceId), patienceMs, DATABASE_IS_LATE);
    } catch (error) {
      log.warn({ err: error }, "A call is masked by the rules that were last read");
      return lastRead.get(workspaceId);
    }
  };
  return {
    expect: (workspaceId) => void rulesOf(workspaceId).catch(() => undefined),
    async of(workspaceId, agentId) {
      const rules = await soon(workspaceId);
      if (!rules) return EVERYTHING;
      const own = rules.agents.find((one) => one.agent_id === agentId);
      return { kinds: new Set((own ?? rules).kinds), keepWhole: rules.keep_whole };
    },
    changed: (workspaceId) => rulesOf.forget(workspaceId),
  };
}
