/** Which version of its agent a number, a widget, a batch or a sender uses. It comes after the row that it stands in. */
import { lazy, Suspense } from "react";
import type { ChoiceProps } from "./chooser.ts";

const Choice = lazy(async () => ({ default: (await import("./choice.tsx")).Choice }));

export function VersionChoice(props: ChoiceProps): React.ReactNode {
  return (
    <Suspense fallback={<span aria-hidden>&nbsp;</span>}>
      <Choice {...props} />
    </Suspense>
  );
}
