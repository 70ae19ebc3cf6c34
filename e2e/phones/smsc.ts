/** An SMSC on loopback by Debian's Net::SMPP, which shares no line with the server's SMPP: a process of its own. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";

export const hasSmsc = spawnSync("perl", ["-MNet::SMPP", "-e", "1"]).status === 0;
/** Behind the name of a story that needs it. */
export const SMSC_LEFT_OUT = hasSmsc ? "" : " (left out: needs libnet-smpp-perl)";

/** What it has been sent, as it reads it; texts in hexadecimal. */
export interface SmscPdu {
  cmd: string;
  id: string;
  status: number;
  destination_addr?: string;
  data_coding?: number;
  esm_class?: number;
  short_message?: string;
}

export interface Smsc {
  port: number;
  pdus: SmscPdu[];
  delivers(sm: { source_addr: string; destination_addr: string; esm_class?: number; data_coding?: number; text: Buffer }): void;
  stop(): Promise<void>;
}

export async function startSmsc(): Promise<Smsc> {
  const port = await freePort();
  const child = spawn("perl", [join(import.meta.dirname, "smsc.pl"), String(port)], { stdio: ["pipe", "pipe", "ignore"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const pdus: SmscPdu[] = [];
  const listening = new Promise<void>((resolve) =>
    createInterface(child.stdout).on("line", (line) => {
      pdus.push(JSON.parse(line));
      resolve();
    }),
  );
  await listening;
  return {
    port,
    pdus,
    delivers({ text, ...sm }) {
      child.stdin.write(`${JSON.stringify({ ...sm, short_message: text.toString("hex") })}\n`);
    },
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
