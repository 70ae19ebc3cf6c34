import { spawn } from "node:child_process";
import { createConnection } from "node:net";
import { join } from "node:path";
import { ProviderFailure } from "@ongea/conversation";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../testing/test-weights.ts";
import { encodeFrame, FrameReader, type Frame, type Header } from "./frames.ts";
import { linkToHost, type HostLink } from "./link.ts";
import { programOf } from "./program-file.ts";
import { serveSpeech, type Serving } from "./serve.ts";
import type { SpeechEngine } from "./speech-engine.ts";

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe("frames between a media thread and a host", () => {
  const header = fc.record({
    stream: fc.nat(),
    op: fc.constant("tell" as const),
    say: fc.jsonValue(),
  }) satisfies fc.Arbitrary<Header>;

  test("arrive whole however the socket cuts them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(header, fc.uint8Array({ maxLength: 50 })), { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (sent, size) => {
          const bytes = Buffer.concat(sent.map(([one, body]) => encodeFrame(one, body)));
          const reader = new FrameReader();
          const frames: Frame[] = [];
          for (let at = 0; at < bytes.length; at += size) frames.push(...reader.push(bytes.subarray(at, at + size)));
          expect(frames.map(({ body }) => [...body])).toEqual(sent.map(([, body]) => [...body]));
          expect(JSON.stringify(frames.map((frame) => frame.header))).toBe(JSON.stringify(sent.map(([one]) => one)));
        },
      ),
    );
  });

  test("of anything else are refused and never kept", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 200 }), (junk) => {
        const reader = new FrameReader();
        let frames: Frame[] = [];
        try {
          frames = reader.push(Buffer.from(junk));
        } catch {
          // Refused.
        }
        expect(frames).toEqual([]);
      }),
    );
  });
});

describe("a host", () => {
  /** Echoes what it is told; refuses "no"; ends at "bye". */
  const echo: SpeechEngine = {
    open(options, client) {
      if (options === "no") throw new ProviderFailure("refused", "not today");
      return {
        told(say, body) {
          if (say === "bye") client.end();
          else client.tell(say, body);
        },
        close() {},
      };
    },
    describe: () => ({}),
    close: async () => {},
  };

  function conversation(link: HostLink, service: string, options: unknown) {
    const heard: unknown[] = [];
    const stream = link.open(service, options, {
      told: (say, body) => heard.push(say, body.length),
      ended: (problem) => heard.push(problem ?? "over"),
    });
    return { stream, heard };
  }

  test("serves many at once, refuses plainly, and survives junk on its socket", async () => {
    const path = join(folder.path, "socket");
    const serving = await serveSpeech(path, { echo });
    const junk = createConnection(path, () => junk.write("GET / HTTP/1.1\r\n\r\n"));
    junk.on("error", () => {});
    const link = linkToHost(path);
    const talks = Array.from({ length: 50 }, (_, i) => {
      const talk = conversation(link, "echo", i);
      talk.stream.tell(i, Buffer.alloc(i));
      talk.stream.tell("bye");
      return talk;
    });
    await expect.poll(() => talks.map(({ heard }) => heard)).toEqual(talks.map((_, i) => [i, i, "over"]));
    const refused = [conversation(link, "echo", "no"), conversation(link, "toString", {})];
    await expect
      .poll(() => refused.map(({ heard }) => heard[0]))
      .toMatchObject([
        { code: "refused", message: "not today" },
        { code: "refused", message: "this speech host does not do that" },
      ]);
    link.close();
    await serving.close();
  });

  test("that is not there yet is waited for a moment, and one that stays away is reported", async () => {
    const path = join(folder.path, "socket");
    const link = linkToHost(path);
    const early = conversation(link, "echo", {});
    early.stream.tell("hello");
    const serving: Serving = await serveSpeech(path, { echo });
    await expect.poll(() => early.heard).toEqual(["hello", 0]);
    await serving.close();
    await expect.poll(() => early.heard.at(-1)).toMatchObject({ code: "unavailable" });
    const late = conversation(link, "echo", {});
    await expect.poll(() => late.heard, { timeout: 5_000 }).toMatchObject([{ code: "unavailable" }]);
    link.close();
  });

  test("ends with its parent, even when that is killed", async () => {
    const { file, execArgv } = programOf(new URL("../testing/host-parent.ts", import.meta.url));
    const parent = spawn(process.execPath, [...execArgv, file, join(folder.path, "socket")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once("data", (line: Buffer) => resolve(Number(line.toString()))),
    );
    expect(alive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => alive(pid), { timeout: 5_000 }).toBe(false);
  });
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
