import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningProgram } from "./processes.ts";
import { freePort } from "./free-port.ts";
import { isInstalled, run } from "./processes.ts";

export const hasBaresip = isInstalled("baresip");

/** baresip does not take the loopback interface by name; it is given this address and everything else stands on others. */
export const BARESIP_HOST = "127.0.0.1";

export interface BaresipOptions {
  /** 16-bit PCM, mono, 8 kHz: what the person at the phone says, from the moment the call is answered. */
  microphoneWav: string;
  /** Registers there; without it the phone only calls. */
  account?: { user: string; password: string; server: string; transport?: "udp" | "tcp" | "tls" };
  /** Takes calls at once. */
  answers?: boolean;
  /** "pcmu" or "pcma"; both without. */
  codec?: "pcmu" | "pcma";
  /** Its calls are encrypted (SRTP with SDES), or there is none. */
  encrypts?: boolean;
  timeoutMs?: number;
}

export interface BaresipEvent {
  type: string;
  class: string;
  param: string;
}

/** A software phone in a process of its own. */
export interface Baresip {
  readonly pid: number;
  /** Its address for calls to it without registration. */
  readonly uri: string;
  dial(uri: string): void;
  hangUp(): void;
  /** Puts the live call on hold, or takes it back. */
  hold(): void;
  resume(): void;
  /** Puts another sound in front of the microphone, from its beginning. */
  speak(wav: string): void;
  /** Presses keys on the live call. */
  press(digits: string): void;
  /** Refers the far end of the live call to this address, and hangs up when it is there. */
  transfer(uri: string): void;
  /** Waits for an event of this type, for example CALL_ESTABLISHED, CALL_CLOSED, REGISTER_OK. Events that came before count once. */
  event(type: string, timeoutMs?: number): Promise<BaresipEvent>;
  /** WAV files of the last call: what the person heard and what was said. Complete after the call. */
  recordings(): Promise<{ heard: string | undefined; said: string | undefined }>;
  output(): string;
  /** Ends the process and removes its folder, recordings included. */
  stop(): Promise<void>;
}

const MODULES = "/usr/lib/baresip/modules";
const DEFAULT_TIMEOUT_MS = 120_000;
const START_TIMEOUT_MS = 30_000;
const EVENT_TIMEOUT_MS = 60_000;
const NICE = -15;
/** Apart from the server's own (20000 to 29999) and from those that tests give to programs. */
const RTP_PORTS = "30000-32767";

export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  const folder = await mkdtemp(join(tmpdir(), "phone-"));
  const [sipPort, controlPort] = [await freePort(BARESIP_HOST), await freePort(BARESIP_HOST)];
  await writeFile(join(folder, "config"), configOf(options, { folder, sipPort, controlPort }));
  await writeFile(join(folder, "accounts"), `${accountOf(options, sipPort)}\n`);
  await writeFile(join(folder, "contacts"), "");
  const program = run("baresip", ["-f", folder], { cwd: folder, timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS });
  preferProgram(program.pid);
  const control = await connectControl(program, controlPort);
  return {
    pid: program.pid,
    uri: `sip:${options.account?.user ?? "phone"}@${BARESIP_HOST}:${sipPort}`,
    dial: (uri) => control.command("dial", uri),
    hangUp: () => control.command("hangup"),
    hold: () => control.command("hold"),
    resume: () => control.command("resume"),
    speak: (wav) => control.command("ausrc", `aufile,${wav}`),
    transfer: (uri) => control.command("transfer", uri),
    press: (digits) => {
      for (const digit of digits) control.command("sndcode", digit);
    },
    event: (type, timeoutMs = EVENT_TIMEOUT_MS) => control.event(type, timeoutMs),
    recordings: () => recordingsIn(folder),
    output: () => program.output(),
    async stop() {
      control.close();
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A telephone is a machine of its own: what else runs here must not make gaps in what is said at it. The threads that it begins for a call are
 * preferred, too. Only root may.
 */
function preferProgram(pid: number): void {
  try {
    setPriority(pid, NICE);
  } catch {
    // It is as busy as all the others.
  }
}

function configOf(options: BaresipOptions, at: { folder: string; sipPort: number; controlPort: number }): string {
  return [
    "poll_method epoll",
    `sip_listen ${BARESIP_HOST}:${at.sipPort}`,
    `net_interface ${BARESIP_HOST}`,
    "call_local_timeout 120",
    "call_max_calls 4",
    `audio_source aufile,${options.microphoneWav}`,
    "audio_player aubridge,ear",
    "audio_alert aubridge,bell",
    "ausrc_srate 8000",
    "auplay_srate 8000",
    "ausrc_channels 1",
    "auplay_channels 1",
    "audio_buffer 20-160",
    "rtcp_mux no",
    `rtp_ports ${RTP_PORTS}`,
    "jitter_buffer_delay 1-5",
    `module_path ${MODULES}`,
    "module g711.so",
    "module aufile.so",
    "module aubridge.so",
    "module sndfile.so",
    ...(options.encrypts ? ["module srtp.so"] : []),
    "module_tmp uuid.so",
    "module_tmp account.so",
    "module_app menu.so",
    "module_app ctrl_tcp.so",
    "sip_verify_server no",
    `ctrl_tcp_listen ${BARESIP_HOST}:${at.controlPort}`,
    `snd_path ${at.folder}`,
    "menu_bell no",
    "",
  ].join("\n");
}

function accountOf(options: BaresipOptions, sipPort: number): string {
  const { account } = options;
  const codecs = options.codec ? `;audio_codecs=${options.codec}/8000/1` : "";
  const encryption = options.encrypts ? ";mediaenc=srtp-mand" : "";
  const answer = options.answers ? ";answermode=auto" : ";answermode=manual";
  if (!account) return `<sip:phone@${BARESIP_HOST}:${sipPort}>;regint=0${codecs}${encryption}${answer}`;
  const transport = account.transport ? `;transport=${account.transport}` : "";
  return `<sip:${account.user}@${account.server}${transport}>;auth_user=${account.user};auth_pass=${account.password};regint=60${codecs}${encryption}${answer}`;
}

interface Control {
  command(command: string, params?: string): void;
  event(type: string, timeoutMs: number): Promise<BaresipEvent>;
  close(): void;
}

/** Speaks the netstrings of baresip's ctrl_tcp module. */
async function connectControl(program: RunningProgram, port: number): Promise<Control> {
  const socket = await reach(program, port);
  const events: BaresipEvent[] = [];
  const waiting: { type: string; resolve: (event: BaresipEvent) => void }[] = [];
  let rest = Buffer.alloc(0);
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let cut = netstring(rest); cut; cut = netstring(rest)) {
      rest = cut.rest;
      const message = JSON.parse(cut.text) as Partial<BaresipEvent> & { event?: boolean };
      if (!message.event) continue;
      const event = { type: message.type ?? "", class: message.class ?? "", param: message.param ?? "" };
      const index = waiting.findIndex(({ type }) => type === event.type);
      if (index >= 0) waiting.splice(index, 1)[0]?.resolve(event);
      else events.push(event);
    }
  });
  return {
    command(command, params) {
      const text = JSON.stringify({ command, ...(params === undefined ? {} : { params }), token: "t" });
      socket.write(`${Buffer.byteLength(text)}:${text},`);
    },
    event(type, timeoutMs) {
      const index = events.findIndex((event) => event.type === type);
      if (index >= 0) return Promise.resolve(events.splice(index, 1)[0] ?? { type, class: "", param: "" });
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The phone had no ${type}:\n${program.output()}`)), timeoutMs);
        waiting.push({ type, resolve: (event) => (clearTimeout(timer), resolve(event)) });
      });
    },
    close: () => socket.destroy(),
  };
}

async function reach(program: RunningProgram, port: number): Promise<Socket> {
  const untilMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < untilMs) {
    const socket = connect(port, BARESIP_HOST);
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    if (isUp) return socket;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await program.stop();
  throw new Error(`The phone did not start:\n${program.output()}`);
}

function netstring(bytes: Buffer): { text: string; rest: Buffer<ArrayBuffer> } | undefined {
  const colon = bytes.indexOf(":");
  const length = Number(bytes.toString("latin1", 0, Math.max(0, colon)));
  if (colon < 0 || bytes.length < colon + 1 + length + 1) return undefined;
  const rest = Buffer.from(bytes.subarray(colon + 1 + length + 1));
  return { text: bytes.toString("utf8", colon + 1, colon + 1 + length), rest };
}

async function recordingsIn(folder: string): Promise<{ heard: string | undefined; said: string | undefined }> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".wav")).toSorted();
  const last = (end: string): string | undefined => {
    const name = files.findLast((file) => file.includes(end));
    return name && join(folder, name);
  };
  return { heard: last("-dec"), said: last("-enc") };
}
