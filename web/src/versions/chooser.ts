import type { VersionChoiceKind } from "@ongea/contract";

/** Who uses a version of an agent. */
export interface ChoiceProps {
  kind: VersionChoiceKind;
  /** A number, or an id. */
  target: string;
  agentId: string;
  /** What it is called, for the dialog and for screen readers. */
  name: string;
}

/** The same for an id with dashes and without them. */
export function idOf(target: string): string {
  return target.replaceAll("-", "");
}
