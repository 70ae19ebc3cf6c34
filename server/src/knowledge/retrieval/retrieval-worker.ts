/** Holds the passages of the workspaces that are asked, and finds among them: apart from the thread that answers everybody. */
import { parentPort } from "node:worker_threads";
import { HybridIndex } from "./hybrid-index.ts";
import type { FromRetrieval, ToRetrieval } from "./messages.ts";

const indexes = new Map<string, HybridIndex>();
const filling = new Map<string, HybridIndex>();

parentPort?.on("message", (message: ToRetrieval) => {
  const { workspaceId } = message;
  switch (message.kind) {
    case "begin":
      return void filling.set(workspaceId, new HybridIndex());
    case "passages":
      return message.passages.forEach((passage) => filling.get(workspaceId)?.add(passage));
    case "done": {
      const index = filling.get(workspaceId);
      filling.delete(workspaceId);
      if (index) indexes.set(workspaceId, index);
      return;
    }
    case "forget":
      filling.delete(workspaceId);
      return void indexes.delete(workspaceId);
    case "find": {
      const found = indexes.get(workspaceId)?.find(message.asked) ?? [];
      parentPort?.postMessage({ id: message.id, found } satisfies FromRetrieval);
    }
  }
});
