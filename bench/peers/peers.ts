/** Others to measure beside us: installed into a folder of the bench only, never a dependency of the product. */
import type { SubjectProgram } from "../driver/subject.ts";

export async function findPeers(_install: boolean): Promise<SubjectProgram[]> {
  return [];
}
