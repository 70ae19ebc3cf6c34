import type { ChatFile, ChatMessage } from "@ongea/contract";
import type { Threads } from "../../threads/index.ts";

type Message = Pick<Awaited<ReturnType<Threads["receive"]>>, "position" | "author" | "text" | "createdAt">;

export function forVisitors({ position, author, text, createdAt }: Message, files: readonly ChatFile[]): ChatMessage {
  const by = author === "contact" ? "visitor" : author;
  return { position, by, text, files: files.map(({ id, name, type }) => ({ id, name, type })), at: createdAt.toISOString() };
}
