/** A rule's text as the person of the agent's last such call would get it. */
import type { Answer, CallMessageOccasion, previewCallMessage } from "@ongea/contract";
import { filled } from "../../agents/index.ts";
import type { CallRow, CallsDomain } from "../../calls/index.ts";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { agentTextOf } from "../messages/post.ts";
import { isFollowed, LONGEST_TEXT } from "./after-call.ts";
import { readValues, type CallValuesParts } from "./values.ts";

export interface PreviewParts extends CallValuesParts {
  calls: { archive: Pick<CallsDomain["archive"], "ended" | "list" | "read"> };
}

export interface PreviewedRule {
  agentId: string;
  when: CallMessageOccasion;
  text: string;
}

/** Of the agent's newest calls. */
const MOST_LOOKED_AT = 50;

export function createPreview(parts: PreviewParts) {
  const { archive } = parts.calls;
  async function lastCall(workspaceId: string, { agentId, when }: PreviewedRule): Promise<CallRow | undefined> {
    const { data } = await archive.list(workspaceId, { agentId, limit: MOST_LOOKED_AT });
    const ids = data.map(({ id }) => id);
    const ended = new Map((await archive.ended(workspaceId, ids)).map((call) => [call.id, call]));
    const calls = ids.flatMap((id) => ended.get(id) ?? []);
    return calls.find((call) => isPhoneNumber(call.person) && isFollowed(call, when));
  }
  return async (workspaceId: string, rule: PreviewedRule): Promise<Answer<typeof previewCallMessage>> => {
    const call = await lastCall(workspaceId, rule);
    const { values } = call ? await readValues(parts, call) : { values: {} };
    const written = filled(rule.text, values).trim().slice(0, LONGEST_TEXT);
    const { text, segments, isCut } = agentTextOf(written);
    return {
      text,
      segments: text === "" ? 0 : segments,
      is_cut: isCut,
      call: call ? { execution_id: call.id, ended_at: (call.endedAt ?? call.createdAt).toISOString() } : null,
    };
  };
}
