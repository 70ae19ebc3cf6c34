/** A machine that stands still while people talk: it was moved, or its lid was closed. */
import type { Product } from "../whole/product.ts";
import { treeOf } from "../whole/cpu.ts";
import { pause, whileTalking } from "./faults.ts";
import type { Outcome } from "./table.ts";

/** Longer than the watcher of the media threads waits. */
const STILL_MS = 25_000;

/** Every process of the product is stopped at once (SIGSTOP) and goes on 25 s later (SIGCONT). */
export function standstill(product: Product): Promise<Outcome> {
  return whileTalking(product, {
    drill: `all processes stand still for ${STILL_MS / 1_000} s`,
    mayMiss: true,
    happen: async () => {
      const all = treeOf(product.pid);
      signal(all, "SIGSTOP");
      try {
        await pause(STILL_MS);
      } finally {
        signal(all, "SIGCONT");
      }
    },
  });
}

function signal(pids: readonly number[], name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}
