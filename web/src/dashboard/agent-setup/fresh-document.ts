/** The document that a new agent begins with: it names no service that nobody has connected. Pure. */
import { type AgentDocument, providerNamed, valueAt, withValue } from "@ongea/contract";
import { LANGUAGE_PATHS, type Path, PROVIDER_PATHS, VOICE_ID, VOICE_PROVIDER } from "./controls.ts";

/** As a document says that it wants nobody's but the installation's. */
export const INSTALLATION = "default";

export function freshDocument(document: AgentDocument, connected: ReadonlySet<string>): AgentDocument {
  const changes: (readonly [Path, unknown])[] = [];
  for (const path of PROVIDER_PATHS) {
    const named = valueAt(document, path);
    if (typeof named !== "string" || connected.has(providerNamed(named)?.provider.id ?? named)) continue;
    changes.push([path, INSTALLATION]);
    if (path === VOICE_PROVIDER) changes.push([LANGUAGE_PATHS.voice, ""]);
    if (path === VOICE_PROVIDER && valueAt(document, VOICE_ID) !== undefined) changes.push([VOICE_ID, ""]);
  }
  return changes.reduce((changed, [path, value]) => withValue(changed, path, value), document);
}
