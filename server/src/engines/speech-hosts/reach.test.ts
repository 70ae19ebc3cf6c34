import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { watchServices, type ServiceReach } from "./reach.ts";

let peer: Server | undefined;
let reach: ServiceReach | undefined;
afterEach(() => {
  reach?.stop();
  peer?.closeAllConnections();
  peer?.close();
});

const quiet = { info: () => undefined, warn: () => undefined };
/** No further look while a test runs. */
const RARELY_MS = 3_600_000;

async function peerThat(
  answers: (asked: { url?: string | undefined; key?: string | undefined }) => number | undefined,
): Promise<string> {
  peer = createServer(({ url, headers }, response) => {
    const status = answers({ url, key: headers.authorization });
    if (status !== undefined) response.writeHead(status).end("{}");
  });
  await new Promise<void>((resolve) => peer!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(peer.address() as AddressInfo).port}/v1`;
}

const watched = (baseUrl: string, timeoutMs = 2_000): ServiceReach =>
  (reach = watchServices({ model: { baseUrl, model: "llama", apiKey: "k" } }, { log: quiet, everyMs: RARELY_MS, timeoutMs }));

test("a language model that answers is no trouble, also one without a list of models", async () => {
  for (const status of [200, 404, 307]) {
    const service = watched(await peerThat(({ url, key }) => (url === "/v1/models" && key === "Bearer k" ? status : 500)));
    await service.look();
    expect([status, service.troubles]).toEqual([status, []]);
    service.stop();
    peer!.close();
  }
});

test("an address that is right but for its end is told", async () => {
  const root = (await peerThat(({ url }) => (url === "/v1/models" ? 200 : 404))).replace("/v1", "");
  const service = watched(root);
  await service.look();
  expect(service.troubles[0]?.note).toContain("has nothing at this address but under /v1: end it with /v1");
});

test("one that cannot be reached is told with what to do and who stands in, and is well again when it answers", async () => {
  const baseUrl = await peerThat(() => 200);
  peer!.close();
  const service = watched(baseUrl);
  await service.look();
  expect(service.troubles).toEqual([
    {
      part: "mind",
      name: `llama at ${new URL(baseUrl).host}`,
      note: "The service at LLM_BASE_URL cannot be reached (ECONNREFUSED). Check LLM_BASE_URL; until it answers, the guided dialogue stands in.",
    },
  ]);
  peer = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => peer!.listen(Number(new URL(baseUrl).port), "127.0.0.1", resolve));
  await service.look();
  expect(service.troubles).toEqual([]);
});

test("a key that is refused, an error and an answer that never comes are told apart", async () => {
  const told = async (status: number | undefined): Promise<string | undefined> => {
    const service = watched(await peerThat(() => status), 200);
    await service.look();
    service.stop();
    peer!.closeAllConnections();
    peer!.close();
    return service.troubles[0]?.note;
  };
  expect(await told(401)).toMatch(/refuses its key \(401\)\. Check LLM_API_KEY/);
  expect(await told(503)).toMatch(/answers with an error \(503\)\. Check LLM_BASE_URL/);
  expect(await told(undefined)).toMatch(/cannot be reached\. Check LLM_BASE_URL/);
});

test("without services nobody is asked, and whoever stops while one is asked hears nothing of it", async () => {
  reach = watchServices({}, { log: quiet });
  await reach.look();
  expect(reach.troubles).toEqual([]);
  const service = watched(await peerThat(() => undefined), 60_000);
  const looking = service.look();
  service.stop();
  await looking;
  expect(service.troubles).toEqual([]);
});
