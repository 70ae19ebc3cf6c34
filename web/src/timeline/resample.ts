/** A row's 48 picks at another width: never scaled, but woven again at the picks that are there. */
import type { Pick } from "@ongea/contract";

export function resample(picks: readonly Pick[], count: number): Pick[] {
  if (picks.length === 0) return [];
  const woven = Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * picks.length) / count);
    const to = Math.max(from + 1, Math.ceil(((i + 1) * picks.length) / count));
    return { ...chief(picks.slice(from, to)) };
  });
  // The loom's rule: a turn changes by one end per pick, and begins and ends narrow.
  for (let i = 0; i < woven.length; i++) narrow(woven, i, i - 1);
  for (let i = woven.length - 1; i >= 0; i--) narrow(woven, i, i + 1);
  return woven;
}

/** What is told where several picks fall into one: an interruption first, then a look-up, then the widest voice. */
function chief(picks: readonly Pick[]): Pick {
  return (
    picks.find(({ kind }) => kind === "both") ??
    picks.find(({ kind }) => kind === "tool") ??
    picks.reduce((widest, one) => (one.reach > widest.reach ? one : widest))
  );
}

function narrow(picks: Pick[], index: number, neighbour: number): void {
  const pick = picks[index];
  if (!pick) return;
  if (pick.kind !== "caller" && pick.kind !== "assistant") return;
  const other = picks[neighbour];
  pick.reach = Math.min(pick.reach, other?.kind === pick.kind ? other.reach + 1 : 2);
}
