import { CALLS } from "../calls.ts";
import { useSiteWords } from "../page-context.ts";
import { CallStrip } from "./call-strip.tsx";

const STRIP = { width: 256, height: 29, pick: 2, ends: 9 };

const USES = [
  { id: "centres", call: CALLS.colleague },
  { id: "clinics", call: CALLS.simple },
  { id: "shops", call: CALLS.shop },
  { id: "counters", call: CALLS.hours },
] as const;

export function UseCases(): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <section className="part wrap" id="use-cases" aria-labelledby="use-cases-title">
      <h2 className="say" id="use-cases-title">
        {say("landing.uses_title")}
      </h2>
      <ul className="uses">
        {USES.map(({ id, call }) => (
          <li key={id}>
            <h3>{say(`landing.use_${id}`)}</h3>
            <CallStrip call={call} size={STRIP} />
            <p>{say(`landing.use_${id}_what`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
