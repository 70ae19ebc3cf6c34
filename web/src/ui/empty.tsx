import { SIZES } from "../timeline/draw.ts";
import { BareStrip } from "../timeline/strip.tsx";

/** Nothing here yet: a bare strip, a bold line, a sentence that says what to do first, and the way to do it. */
export function Empty({
  title,
  children,
  act,
}: {
  title: string;
  children?: React.ReactNode;
  act?: React.ReactNode;
}): React.ReactNode {
  return (
    <div className="empty">
      <BareStrip size={SIZES.line} />
      <b>{title}</b>
      {children !== undefined && <p className="text-ink-2">{children}</p>}
      {act}
    </div>
  );
}
