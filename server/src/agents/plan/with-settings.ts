/** An assistant with settings that hold in one call only. Pure. */
import { type AgentDocument, type CallSettings, CONVERSATION_PATH, entriesOf, valueAt, withValue } from "@ongea/contract";
import type { StoredAgent } from "../documents/store.ts";

const PLACES: Readonly<Record<keyof CallSettings, readonly string[]>> = {
  incremental_delay: ["task_config", "incremental_delay"],
  number_of_words_for_interruption: ["task_config", "number_of_words_for_interruption"],
  endpointing: ["tools_config", "transcriber", "endpointing"],
  temperature: ["tools_config", "llm_agent", "llm_config", "temperature"],
  model: ["tools_config", "llm_agent", "llm_config", "model"],
  transcriber_model: ["tools_config", "transcriber", "model"],
  voice: ["tools_config", "synthesizer", "provider_config", "voice"],
};

export function withSettings(agent: StoredAgent, settings: CallSettings = {}): StoredAgent {
  const document = entriesOf(settings).reduce<AgentDocument>((before, [name, value]) => {
    const place = [...CONVERSATION_PATH, ...PLACES[name]];
    return value === undefined || valueAt(before, place) === value ? before : withValue(before, place, value);
  }, agent.document);
  return document === agent.document ? agent : { ...agent, document };
}
