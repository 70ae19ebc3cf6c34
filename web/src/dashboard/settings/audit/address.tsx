import { Fragment } from "react";

/** An e-mail address, or whatever else stands for somebody: where it needs two lines, it is parted behind its @ or a dot. */
export function Address({ text }: { text: string }): React.ReactNode {
  return text.split(/(?<=[@.])/u).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
