/** A disk that is full while people talk. */
import type { Execution } from "@ongea/contract";
import { mountSmallDisk } from "../../server/src/platform/testing/small-disk.ts";
import type { Product } from "../whole/product.ts";
import { clientOf, pause, whileTalking } from "./faults.ts";
import type { Outcome } from "./table.ts";
import { readCall } from "@ongea/contract";

/** Above what `/health` calls little space. */
const DISK_KB = 1_400 * 1_024;
const FULL_MS = 8_000;
const DRILL = "the disk is full for 8 s";

export async function fullDisk(
  withProduct: (work: (product: Product) => Promise<Outcome>, settings: Record<string, string>) => Promise<Outcome>,
): Promise<Outcome> {
  const disk = mountSmallDisk(DISK_KB);
  if (!disk) return { drill: DRILL, done: "left out: only root may mount a small disk", lost: "", took: "", isWell: true };
  try {
    return await withProduct(
      async (product) => {
        let rows: readonly Execution[] = [];
        const outcome = await whileTalking(product, {
          drill: DRILL,
          happen: async () => {
            disk.fill();
            await pause(FULL_MS);
            disk.makeRoom();
          },
          wrong: (all) => void (rows = all),
        });
        const untold = await notTold(product, rows);
        return {
          ...outcome,
          lost: `${outcome.lost}, ${untold} calls not told that their recording stopped`,
          isWell: outcome.isWell && untold === 0,
        };
      },
      { DATA_DIR: disk.folder },
    );
  } finally {
    disk.remove();
  }
}

/** How many calls lack the note that their recording stopped. */
async function notTold(product: Product, rows: readonly Execution[]): Promise<number> {
  const client = clientOf(product);
  const told = await Promise.all(
    rows.map(async ({ id }) => {
      const { journal } = await client.call(readCall, { params: { execution_id: id } });
      return journal.some((entry) => entry.kind === "failure" && entry.stage === "record");
    }),
  );
  return told.filter((isTold) => !isTold).length;
}
