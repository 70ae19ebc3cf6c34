/** Files that visitors send with a web chat: known by their first bytes, and stored with their message in one transaction. */
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import type { FileStore } from "../messages/files/store.ts";
import type { MessageRow } from "../messages/store.ts";
import type { Incoming, Threads } from "../messages/threads.ts";
import { sniffType } from "./sniff.ts";

export interface AttachingParts {
  files: Pick<FileStore, "add" | "store" | "storedToday" | "of" | "read">;
  threads: Pick<Threads, "receive">;
  tenancy: Pick<Tenancy, "together">;
}

export interface Attachments extends Pick<FileStore, "of" | "read"> {
  /** Refuses with "message.bad_file" and "message.too_many_files". The same id again is the same message, with its first file. */
  attach(message: Omit<Incoming, "text" | "whenNew">, file: { name: string; bytes: Buffer }): Promise<MessageRow>;
}

/** Of one thread in 24 hours: nobody knows who writes it. */
export const MOST_ATTACHED = 10;
const KINDS: Readonly<Partial<Record<string, "image" | "document">>> = {
  "image/jpeg": "image",
  "image/png": "image",
  "image/gif": "image",
  "image/webp": "image",
  "application/pdf": "document",
};

export function createAttachments({ files, threads, tenancy }: AttachingParts): Attachments {
  return {
    of: files.of,
    read: files.read,
    async attach(message, { name: written, bytes }) {
      const { workspaceId } = message;
      const type = sniffType(bytes) ?? "";
      const kind = KINDS[type];
      if (kind === undefined) throw refuse("message.bad_file");
      const name = sanitizeForPostgres(written).replaceAll(/[\\/]/g, "_");
      const text = [`[${kind}]`, name].filter((part) => part !== "").join(" ");
      return tenancy.together(workspaceId, () =>
        threads.receive({
          ...message,
          text,
          // The thread is held: nobody counts at the same time.
          async whenNew({ id: messageId, threadId }) {
            if ((await files.storedToday({ workspaceId, id: threadId })) >= MOST_ATTACHED) throw refuse("message.too_many_files");
            const noted = await files.add({ workspaceId, messageId, kind, name, providerRef: null });
            await files.store(noted, { type, bytes });
          },
        }),
      );
    },
  };
}
