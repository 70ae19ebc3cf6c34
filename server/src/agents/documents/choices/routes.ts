import { listVersionChoices, setVersionChoice, type VersionChoice } from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Choices } from "./choices.ts";
import type { StoredChoice } from "./store.ts";

export function versionChoiceRoutes(app: Http, { choices, audit }: { choices: Choices; audit: Audit }): void {
  serve(app, listVersionChoices, async (_given, { principal }) => ({
    data: (await choices.list(principal.workspaceId)).map(wireChoice),
  }));
  serve(app, setVersionChoice, async ({ body: { version, ...chooser } }, { principal }) => {
    const { choice } = await audit.act(principal, async (write) => {
      const chosen = await choices.choose(principal.workspaceId, chooser, { version, by: principal.name });
      const details = { agent: chosen.agentId, ...chooser, version };
      await write({ act: "agent.version_chosen", subject: chosen.name, details });
      return chosen;
    });
    return { choice: choice ? wireChoice(choice) : null };
  });
}

function wireChoice({ kind, target, agentId, version, savedBy, savedAt }: StoredChoice): VersionChoice {
  return { kind, target, agent_id: agentId, version, saved_by: savedBy, saved_at: savedAt.toISOString() };
}
