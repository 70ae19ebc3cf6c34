/** Which version of its agent a number, a widget, a batch or a sender uses. It comes after the row that it stands in. */
import type { ChoiceProps } from "./chooser.ts";
import { partLater } from "../ui/part-later.tsx";

const Choice = partLater(async () => (await import("./choice.tsx")).Choice, { waiting: () => <span aria-hidden>&nbsp;</span> });

export function VersionChoice(props: ChoiceProps): React.ReactNode {
  return <Choice {...props} />;
}
