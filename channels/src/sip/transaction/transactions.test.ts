import { afterEach, expect, test } from "vitest";
import { Headers } from "../message/headers.ts";
import type { SipRequest } from "../message/message.ts";
import { RawPeer } from "../testing/raw-peer.ts";
import type { Peer } from "../transport/peer.ts";
import { openTransport } from "../transport/transport.ts";
import { Transactions } from "./transactions.ts";

const TIMING = { t1Ms: 2, t2Ms: 8, t4Ms: 10 };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

interface Started {
  transactions: Transactions;
  peer: RawPeer;
  events: (number | string)[];
  transaction: ReturnType<Transactions["send"]>;
}

/** An INVITE of ours that the peer has received. */
async function invited(): Promise<Started & { invite: SipRequest }> {
  const user = { admits: () => true, request: () => undefined, ack: () => undefined };
  const transactions: Transactions = new Transactions(() => transport, TIMING, user);
  const transport = await openTransport(
    { host: "127.0.0.2", port: 0 },
    { received: (message, from) => transactions.received(message, from), isNeeded: () => false },
  );
  const peer = await RawPeer.open({ host: transport.host, port: transport.port });
  open.push(transport, peer, transactions);
  const headers = new Headers();
  headers.add("max-forwards", "70").add("from", "<sip:a@127.0.0.2>;tag=a").add("to", "<sip:b@127.0.0.1>");
  headers.add("call-id", "left").add("cseq", "1 INVITE").add("contact", "<sip:a@127.0.0.2>");
  const to: Peer = { transport: "udp", host: "127.0.0.1", port: peer.port };
  const events: Started["events"] = [];
  const request: SipRequest = { kind: "request", method: "INVITE", uriText: "sip:b@127.0.0.1", headers, body: "" };
  const transaction = transactions.send(request, to, {
    response: ({ status }) => void events.push(status),
    failed: (status) => void events.push(`failed ${status}`),
  });
  return { transactions, peer, events, transaction, invite: await peer.requestOf("INVITE") };
}

test("an INVITE that is cancelled and never answered again is forgotten after 64*T1, however often it still rings", async () => {
  const { transactions, peer, events, transaction, invite } = await invited();
  peer.send(peer.answer(invite, 180));
  await expect.poll(() => events).toEqual([180]);
  transactions.cancel(transaction);
  peer.send(peer.answer(await peer.requestOf("CANCEL"), 200));
  const ringing = setInterval(() => peer.send(peer.answer(invite, 180)), 20);
  open.push({ close: () => clearInterval(ringing) });
  await expect.poll(() => transactions.count, { timeout: 5_000 }).toBe(0);
  expect(events.at(-1)).toBe("failed 408");
});

test("an INVITE that only rings is cancelled after the time of a proxy's timer C, and forgotten", async () => {
  const { transactions, peer, events, invite } = await invited();
  peer.send(peer.answer(invite, 100));
  await peer.requestOf("CANCEL");
  await expect.poll(() => transactions.count, { timeout: 5_000 }).toBe(0);
  expect(events.at(-1)).toBe("failed 408");
});
