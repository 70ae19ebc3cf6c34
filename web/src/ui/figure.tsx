/** One figure of a row of cards: its name, its value, a strip until it has come. */
import { SIZES } from "../timeline/draw.ts";
import { BareStrip } from "../timeline/strip.tsx";
import { Rich } from "../words/index.ts";

export function Figure({ name, children }: { name: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <BareStrip size={SIZES.row} />}</dd>
    </div>
  );
}

/** The sign is smaller and greyer than its number, wherever the language puts it. */
export function PercentFigure({ text }: { text: string }): React.ReactNode {
  const parts = text.split(/([%٪])/u);
  return (
    <span className="phone-number">
      {parts.map((part, index) => (index % 2 === 1 ? <small key={part}>{part}</small> : part))}
    </span>
  );
}

export function DurationFigure({ seconds }: { seconds: number }): React.ReactNode {
  const all = Math.round(seconds);
  return (
    <Rich
      id="home.figure_duration"
      values={{ minutes: Math.floor(all / 60), seconds: String(all % 60).padStart(2, "0") }}
      tags={{ small: (text) => <small>{text}</small> }}
    />
  );
}
