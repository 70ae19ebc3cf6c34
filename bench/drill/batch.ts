/** A batch whose server is killed while it dials, again and again. */
import { killWhileDialling } from "../../e2e/killed-batch.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

export async function killedBatch(isQuick: boolean): Promise<Outcome> {
  const beganMs = performance.now();
  const wanted = isQuick ? { contacts: 100, kills: 4 } : { contacts: 500, kills: 20 };
  const batch = await killWhileDialling({ ...wanted, callsPerSecond: 12, livesMs: 1_900 });
  const { status, contacts, rang, twice, forgotten, unknown, kills } = batch;
  return {
    drill: "the server killed while it dials a batch",
    done: `${kills} kills, ${rang} of ${contacts} people rung`,
    lost: `${twice.length} rung twice, ${forgotten} forgotten, of ${unknown} nobody knows whether they rang`,
    took: secondsSince(beganMs),
    isWell: status === "completed" && kills === wanted.kills && twice.length === 0 && forgotten === 0,
  };
}
