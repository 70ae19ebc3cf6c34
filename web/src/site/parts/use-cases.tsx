import { CALLS, type ToldCall } from "../calls.ts";
import { CallStrip } from "./call-strip.tsx";

const STRIP = { width: 256, height: 29, pick: 2, ends: 9 };

const USES: readonly { where: string; call: ToldCall; what: string }[] = [
  {
    where: "Call centres",
    call: CALLS.colleague,
    what: "Answers the first wave, helps where it can, and takes a message where a person is wanted.",
  },
  { where: "Clinics", call: CALLS.simple, what: "Books appointments while the caller is still on the line." },
  { where: "Shops and deliveries", call: CALLS.shop, what: "Delivery times, guarantees and returns, at any hour of the day." },
  {
    where: "Public counters",
    call: CALLS.hours,
    what: "Opening hours, prices, the way there and the papers to bring, as often as they are asked for.",
  },
];

export function UseCases(): React.ReactNode {
  return (
    <section className="part wrap" id="use-cases" aria-labelledby="use-cases-title">
      <h2 className="say" id="use-cases-title">
        Where the phone rings.
      </h2>
      <ul className="uses">
        {USES.map(({ where, call, what }) => (
          <li key={where}>
            <h3>{where}</h3>
            <CallStrip call={call} size={STRIP} />
            <p>{what}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
