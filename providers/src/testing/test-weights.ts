import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createReadStream, existsSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The weights that lie beside the repository on some machines, or undefined: then tests that need them say that they were left out. */
export const testWeights = [fileURLToPath(new URL("../../../../shared/models", import.meta.url))].find((folder) =>
  existsSync(join(folder, "manifest.json")),
);

export interface Mirror {
  url: string;
  /** Paths asked for, with the range if one was. */
  readonly asked: string[];
  /** Breaks the next answers off after so many bytes. */
  breakAfterBytes: number;
  /** Says nothing more after so many bytes, and does not hang up. */
  stallAfterBytes: number;
  close(): Promise<void>;
}

/** Serves a folder from loopback, with ranges, as a mirror of weights does. */
export async function startMirror(folder: string): Promise<Mirror> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(request.url ?? "/").replaceAll("..", ""));
    asked.push(`${request.url}${request.headers.range ? ` ${request.headers.range}` : ""}`);
    if (!existsSync(path) || !statSync(path).isFile()) return void response.writeHead(404).end();
    const { size } = statSync(path);
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    if (start >= size) return void response.writeHead(416).end();
    const stalls = start + mirror.stallAfterBytes < size;
    const end = Math.min(size, start + mirror.breakAfterBytes, start + mirror.stallAfterBytes) - 1;
    const headers = {
      "content-length": size - start,
      ...(start > 0 ? { "content-range": `bytes ${start}-${size - 1}/${size}` } : {}),
    };
    response.writeHead(start > 0 ? 206 : 200, headers);
    const file = createReadStream(path, { start, end });
    file.on("end", () => (stalls ? undefined : end === size - 1 ? response.end() : response.destroy()));
    file.pipe(response, { end: false });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mirror: Mirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    breakAfterBytes: Infinity,
    stallAfterBytes: Infinity,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return mirror;
}

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "ongea-models-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
