import type { CampaignsParts } from "./dependencies.ts";

/** A/B tests of versions stop by themselves where what they try harms. */
export function followSplits({ platform: { database, log }, accounts, agents: { agents }, calls }: CampaignsParts): void {
  agents.splits.join((...of) => calls.goals.ofSplit(...of));
  const judge = async (workspaceId: string, id: string): Promise<void> => {
    const harmed = await agents.splits.judge({ workspaceId, id });
    if (!harmed) return;
    const { agentId, name } = harmed;
    const subject = { kind: "agent", id: agentId } as const;
    await accounts.activity.tell(workspaceId, { kind: "split.stopped", tone: "error", details: { name }, subject });
  };
  calls.whenEnded(async (_db, workspaceId, ended) => {
    const splits = new Set(ended.flatMap(({ traits }) => (traits.split === undefined ? [] : [traits.split])));
    // The end of a call does not wait for it, and never fails with it.
    database.committed(() => {
      for (const id of splits)
        judge(workspaceId, id).catch((error: unknown) => log.warn({ err: error, splitId: id }, "An A/B test was not judged"));
    });
  });
}
