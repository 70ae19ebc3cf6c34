/** Two servers of one database, a WhatsApp sender of a workspace, and Meta's side. */
import { connectProvider, createSender, listAgents } from "@ongea/contract";
import { startWhatsAppPeer, type WhatsAppPeer } from "../server/src/contacts/channels/testing/whatsapp-peer.ts";
import { runningEmbeddedPostgres } from "../server/src/platform/database/embedded.ts";
import { openTestDatabase } from "../server/src/platform/testing/database.ts";
import { MIGRATIONS } from "../server/src/schema.ts";
import { firstAccount, type Account } from "./account.ts";
import { freePort } from "./phones/free-port.ts";
import { bareDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

export interface WhatsAppServers {
  peer: WhatsAppPeer;
  a: RunningServer;
  b: RunningServer;
  owner: Account;
  agentId: string;
  senderId: string;
  /** What Meta posts, to one of them. */
  deliver(to: RunningServer, delivery: object, signature?: string): Promise<number>;
  /** A folder of the first server's. */
  folder: string;
  close(): Promise<void>;
}

export async function openWhatsAppServers(): Promise<WhatsAppServers> {
  const host = await openTestDatabase(MIGRATIONS);
  const peer = await startWhatsAppPeer();
  const folders = [bareDataDir(), bareDataDir()] as const;
  const { host: sockets, user, password, database } = runningEmbeddedPostgres(host.dataDir, "superuser");
  const start = async (dataDir: string): Promise<RunningServer> => {
    const port = await freePort();
    const settings = {
      DATABASE_URL: `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(sockets))}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PRIVATE_ADDRESSES: "127.0.0.0/8",
      PROVIDER_ADDRESSES: `whatsapp=${peer.baseUrl}`,
      AUTH_SECRET: "a secret of both servers, which is long enough",
      DRAIN_SECONDS: "0",
    };
    return startServer({ dataDir, port, settings });
  };
  const [a, b] = [await start(folders[0]), await start(folders[1])];
  const owner = await firstAccount(a);
  const { client } = owner;
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk");
  const agentId = agent?.id ?? "";
  const values = { account: peer.appSecret, key: peer.token };
  await client.call(connectProvider, { body: { provider: "whatsapp", values } });
  const sender = await client.call(createSender, { body: { provider: "whatsapp", sender: peer.sender, agent_id: agentId } });
  const hook = new URL(sender.callback_url ?? "").pathname;
  return {
    peer,
    a,
    b,
    owner,
    agentId,
    senderId: sender.id,
    folder: folders[0],
    async deliver(to, delivery, signature) {
      const url = `${to.url}${hook}`;
      const { body, header } = peer.signs(url, delivery);
      const headers = {
        "content-type": "application/json",
        "x-hub-signature-256": signature ?? header("x-hub-signature-256") ?? "",
      };
      return (await fetch(url, { method: "POST", headers, body })).status;
    },
    async close() {
      await stopServers();
      await peer.close();
      await host.close();
      for (const one of folders) removeDataDir(one);
    },
  };
}
