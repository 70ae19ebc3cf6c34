/** Holds the passages of the workspaces that are asked, and finds among them: apart from the thread that answers everybody. */
import { parentPort } from "node:worker_threads";
import type { FromRetrieval, ToRetrieval } from "./messages.ts";
import { PassageIndex } from "./passage-index.ts";

const indexes = new Map<string, PassageIndex>();
const filling = new Map<string, PassageIndex>();

parentPort?.on("message", (message: ToRetrieval) => {
  const { workspaceId } = message;
  switch (message.kind) {
    case "begin":
      return void filling.set(workspaceId, new PassageIndex());
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
      const only = message.only && new Set(message.only);
      const found = indexes.get(workspaceId)?.find(message.question, message.most, only) ?? [];
      parentPort?.postMessage({ id: message.id, found } satisfies FromRetrieval);
    }
  }
});
