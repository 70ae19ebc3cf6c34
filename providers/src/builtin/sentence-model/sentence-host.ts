/** The sentence model as conversations reach it: in the sentence host, a process of its own, one for all threads of the server. */
import { ProviderFailure } from "@ongea/conversation";
import { createHostEmbedder } from "../../host/host-embedder.ts";
import { linkToHost, type HostLink } from "../../host/link.ts";
import type { FormReader } from "../form-reader/form-reader.ts";
import { createHostFormReader } from "../form-reader/host-form-reader.ts";
import { rememberDirections } from "./remember-directions.ts";
import type { SentenceModel } from "./sentence-model.ts";

const NAME = "sentence model";
/** Who no longer waits for an answer still has use for it the next time. */
const FOREVER = new AbortController().signal;

interface Linked {
  socketPath: string;
  link: HostLink;
  model: SentenceModel;
  reader: FormReader;
}

/** Of this thread: conversations in writing, tests of agents and calls share it. */
let linked: Linked | undefined;

/** From now on this thread reads sentences there. */
export function useSentenceHost(socketPath: string): void {
  if (linked?.socketPath === socketPath) return;
  linked?.link.close();
  const link = linkToHost(socketPath);
  linked = { socketPath, link, model: createHostSentenceModel(link), reader: createHostFormReader(link) };
}

export function leaveSentenceHost(socketPath: string): void {
  if (linked?.socketPath !== socketPath) return;
  linked.link.close();
  linked = undefined;
}

/** `undefined`: this thread was told of no host, and the rules go on alone. */
export function hostedSentenceModel(): SentenceModel | undefined {
  return linked?.model;
}

export function hostedFormReader(): FormReader | undefined {
  return linked?.reader;
}

/** While the host starts again nobody waits for it. */
export function createHostSentenceModel(link: HostLink): SentenceModel {
  const embedder = createHostEmbedder(link, NAME);
  return rememberDirections(async (text, as = "question") => {
    if (!link.connected) throw new ProviderFailure("unavailable", "the sentence host is not running");
    const [direction] = await embedder.embed([text], as, FOREVER);
    if (!direction) throw new ProviderFailure("bad-answer", "no direction");
    return direction;
  });
}
