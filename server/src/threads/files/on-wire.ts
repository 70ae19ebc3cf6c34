import type { ThreadFile } from "@ongea/contract";
import type { FileFacts, FileStore } from "../messages/files/store.ts";

/** Of messages, by their ids. */
export function filesBy(files: Pick<FileStore, "of">) {
  return async (workspaceId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, ThreadFile[]>> => {
    const found = new Map<string, ThreadFile[]>();
    for (const file of await files.of(workspaceId, messageIds))
      found.set(file.messageId, [...(found.get(file.messageId) ?? []), onWire(file)]);
    return found;
  };
}

function onWire({ id, kind, name, type, size, state, reason, transcription }: FileFacts): ThreadFile {
  return { id, kind, name, type, size, state, reason, transcription };
}
