/** A page that listens at the live socket, as the dashboard does. */
import WebSocket from "ws";

export interface LivePage {
  /** Everything that was pushed. */
  readonly heard: readonly string[];
  readonly isOpen: boolean;
  follow(callId: string): void;
  close(): void;
}

export async function openLivePage(url: string, headers: Record<string, string>): Promise<LivePage> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/live`, { headers });
  const heard: string[] = [];
  socket.on("message", (data: Buffer) => heard.push(data.toString("utf8")));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return {
    heard,
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    follow: (callId) => socket.send(JSON.stringify({ follow: callId })),
    close: () => socket.terminate(),
  };
}
