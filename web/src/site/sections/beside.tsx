import { BareStrip } from "../../timeline/strip.tsx";
import { CALLS, secondsOf } from "../calls.ts";
import { useSiteWords } from "../page-context.ts";
import { CallStrip } from "./call-strip.tsx";

const SIZE = { width: 520, height: 121, pick: 5, ends: 17 };

/** A real call beside a form or a text; `bare`: a strip that waits for its call. */
export function Beside({ bare = false }: { bare?: boolean }): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <div className="beside" aria-hidden="true">
      {bare ? <BareStrip size={SIZE} /> : <CallStrip call={CALLS.booking} size={SIZE} />}
      {!bare && <p className="hint">{say("frame.real_call", { seconds: secondsOf(CALLS.booking) })}</p>}
    </div>
  );
}
