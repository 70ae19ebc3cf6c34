/** A call is shared with people of its workspace: each is told of it, and nobody else. */
import { shareCall, type ActivityEvent } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Archive } from "../../calls/index.ts";

export interface ShareRouteParts {
  archive: Pick<Archive, "read">;
  tell(workspaceId: string, event: Shared): Promise<void>;
  /** Ids of the people of a workspace. */
  members(workspaceId: string): Promise<readonly string[]>;
}

interface Shared extends Pick<ActivityEvent, "kind" | "tone" | "details" | "subject"> {
  notify: true;
  readers: readonly string[];
}

export function shareRoute(app: Http, { archive, tell, members }: ShareRouteParts): void {
  serve(app, shareCall, async ({ params: { execution_id: id }, body }, { principal }) => {
    const { workspaceId, name } = principal;
    await archive.read({ id, workspaceId });
    const there = new Set(await members(workspaceId));
    const readers = [...new Set(body.member_ids)];
    if (readers.some((one) => !there.has(one))) throw refuse("member.not_found");
    const details = { name, ...(body.from > 0 && { from: body.from }) };
    await tell(workspaceId, { kind: "call.shared", tone: "info", details, subject: { kind: "call", id }, notify: true, readers });
    return { message: "done", told: readers.length };
  });
}
