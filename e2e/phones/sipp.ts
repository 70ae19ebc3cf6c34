import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled, run } from "./processes.ts";

export const hasSipp = isInstalled("sipp");
/** sipp's pcap player writes raw packets, which needs root. */
export const canPlayPcap = hasSipp && process.getuid?.() === 0;

export interface SippOptions {
  /** One of sipp's own scenarios, or the text of one. */
  scenario: "uac" | "uac_pcap" | "uas" | { xml: string };
  /** `host:port` that is called; none for scenarios that wait. */
  target?: string;
  number?: string;
  calls: number;
  callsPerSecond?: number;
  /** How long an answered call lasts. */
  talkMs?: number;
  transport?: "udp" | "tcp";
  localHost?: string;
  localPort?: number;
  /** Echoes sound back. */
  rtpEcho?: boolean;
  timeoutMs: number;
  more?: readonly string[];
}

export interface SippResult {
  code: number;
  successful: number;
  failed: number;
  retransmissions: number;
  output: string;
}

export interface RunningSipp {
  readonly pid: number;
  readonly result: Promise<SippResult>;
  stop(): Promise<void>;
}

const PCAPS = "/usr/share/sip-tester";

/** Runs sipp to its end. */
export async function runSipp(options: SippOptions): Promise<SippResult> {
  return (await startSipp(options)).result;
}

/** Starts sipp, for scenarios that wait for a call. */
export async function startSipp(options: SippOptions): Promise<RunningSipp> {
  const folder = await mkdtemp(join(tmpdir(), "sipp-"));
  await symlink(PCAPS, join(folder, "pcap"));
  const args = ["-nostdin", "-m", String(options.calls), "-i", options.localHost ?? "127.0.0.1"];
  if (typeof options.scenario === "string") args.push("-sn", options.scenario);
  else {
    await writeFile(join(folder, "scenario.xml"), options.scenario.xml);
    args.push("-sf", join(folder, "scenario.xml"));
  }
  if (options.number) args.push("-s", options.number);
  if (options.callsPerSecond) args.push("-r", String(options.callsPerSecond));
  if (options.talkMs !== undefined) args.push("-d", String(options.talkMs));
  if (options.transport === "tcp") args.push("-t", "t1");
  if (options.localPort) args.push("-p", String(options.localPort));
  if (options.rtpEcho) args.push("-rtp_echo");
  args.push(...(options.more ?? []));
  if (options.target) args.push(options.target);
  const program = run("sipp", args, { cwd: folder, timeoutMs: options.timeoutMs });
  const result = program.exited.then(async (code) => {
    await rm(folder, { recursive: true, force: true });
    const output = program.output();
    return {
      code,
      successful: lastCount(output, "Successful call"),
      failed: lastCount(output, "Failed call"),
      retransmissions: lastCount(output, "Retransmissions"),
      output,
    };
  });
  return { pid: program.pid, result, stop: () => program.stop() };
}

/** The cumulative column of the last screen that was printed. */
function lastCount(output: string, name: string): number {
  const found = [...output.matchAll(new RegExp(`${name}\\s*\\|\\s*\\d+\\s*\\|\\s*(\\d+)`, "g"))].at(-1);
  return Number(found?.[1] ?? 0);
}
