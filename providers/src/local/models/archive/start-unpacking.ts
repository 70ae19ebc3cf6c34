import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { programOf } from "../../../host/program-file.ts";
import type { Unpacked, Unpacking } from "./unpack.ts";

const answer = z.union([
  z.object({ files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })) }),
  z.object({ problem: z.string() }),
]);

/** Unpacks in another process, so that neither calls nor the server wait. Throws an Error with a reason for people; an abort ends the process. */
export async function unpackApart(unpacking: Unpacking, signal?: AbortSignal): Promise<Unpacked[]> {
  const { file, execArgv } = programOf(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, [...execArgv, file, JSON.stringify(unpacking)], {
    stdio: ["pipe", "pipe", "pipe"],
    ...(signal ? { signal, killSignal: "SIGKILL" as const } : {}),
  });
  const gone = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr), gone]);
  if (said === "") throw new Error(`the unpacking ended: ${complaint.trim().split("\n").at(-1) ?? ""}`.slice(0, 300));
  const told = answer.parse(JSON.parse(said));
  if ("problem" in told) throw new Error(`The archive ${told.problem}`);
  return told.files;
}
