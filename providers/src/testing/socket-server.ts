import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";

/** A server of WebSockets as a provider has it; what it does with them is told by `serve`. */
export interface SocketServer {
  /** With `http:`, as settings name it. */
  baseUrl: string;
  /** Upgrades that were asked for, newest last. */
  readonly requests: { url: URL; headers: IncomingMessage["headers"] }[];
  /** Of them, those that are open now. */
  readonly open: ReadonlySet<WebSocket>;
  /** Refuses the next upgrades with this status; 0: never answers; absent: lets them in. */
  status: number | undefined;
  serve: (socket: WebSocket, url: URL) => void;
  /** What it says to requests that want no socket: 404 until told otherwise. */
  answer: RequestListener;
  close(): Promise<void>;
}

export async function startSocketServer(): Promise<SocketServer> {
  const requests: SocketServer["requests"] = [];
  const open = new Set<WebSocket>();
  const sockets = new WebSocketServer({ noServer: true });
  const raw = new Set<Duplex>();
  const server = createServer((request, response) => facade.answer(request, response));
  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://peer");
    requests.push({ url, headers: request.headers });
    raw.add(socket);
    socket.on("close", () => raw.delete(socket));
    socket.on("error", () => {});
    const { status } = facade;
    if (status === 0) return;
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (one) => {
      open.add(one);
      one.on("close", () => open.delete(one));
      one.on("error", () => {});
      facade.serve(one, url);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const facade: SocketServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open,
    status: undefined,
    serve: () => {},
    answer: (_, response) => void response.writeHead(404).end(),
    close() {
      for (const one of raw) one.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return facade;
}
