/** What strangers may try at the telephone's door. */
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { OFFER, RawPeer } from "../../channels/src/sip/testing/raw-peer.ts";
import type { Product } from "../whole/product.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

const HOST = "127.0.0.1";
const WAIT_MS = 4_000;

/** An INVITE that names a third party as the place for our sound, and no ACK. */
export async function unacknowledged(product: Product): Promise<Outcome> {
  const victim = createSocket("udp4");
  let bytes = 0;
  victim.on("message", (packet) => (bytes += packet.length));
  await new Promise<void>((resolve) => victim.bind(0, "127.0.0.99", resolve));
  const stranger = await RawPeer.open({ host: HOST, port: product.sipPort }, "127.0.0.68");
  const offer = OFFER.replaceAll("127.0.0.1", "127.0.0.99").replace("40000", String(victim.address().port));
  const beganMs = performance.now();
  stranger.send(stranger.request("INVITE", { id: "noack", uri: `sip:1001@${HOST}`, body: offer }));
  await stranger.response("noack", 200);
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  stranger.close();
  victim.close();
  return {
    drill: "an INVITE without ACK for a third party",
    done: "1 call",
    lost: `${bytes} bytes sent to the third party`,
    took: secondsSince(beganMs),
    isWell: bytes < 2_000,
  };
}

/** A Contact that names somebody else's TCP port. */
export async function strangersContact(product: Product): Promise<Outcome> {
  let connections = 0;
  const victim = createServer((socket) => (connections++, socket.destroy()));
  await new Promise<void>((resolve) => victim.listen(0, "127.0.0.99", resolve));
  const { port } = victim.address() as { port: number };
  const stranger = await RawPeer.open({ host: HOST, port: product.sipPort }, "127.0.0.69");
  const change = { Contact: `<sip:x@127.0.0.99:${port};transport=tcp>` };
  const beganMs = performance.now();
  stranger.send(stranger.request("INVITE", { id: "contact", uri: `sip:1001@${HOST}`, body: OFFER, change }));
  const answer = await stranger.response("contact", 200);
  stranger.send(
    stranger.request("ACK", { id: "contact", uri: `sip:1001@${HOST}`, change: { To: answer.headers.get("to") ?? "" } }),
  );
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  stranger.close();
  victim.close();
  return {
    drill: "a Contact with somebody else's TCP port",
    done: "1 call",
    lost: `${connections} connections opened to them`,
    took: secondsSince(beganMs),
    isWell: connections === 0,
  };
}
