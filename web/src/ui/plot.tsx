/** Columns, one a day or for a range. What one shows stands in words in its title. */
import { useId } from "react";
import { useWidth } from "../timeline/use-width.ts";
import { useWords, type Words } from "../words/index.ts";

const LABEL_HEIGHT = 20;
const NARROWEST_PX = 240;
/** For the figures at the start. */
const AXIS_PX = 56;
const LABEL_PX = 72;

interface PlotProps<D> {
  days: readonly D[];
  height: number;
  top: string;
  label: string;
  sentence: (day: D, words: Words) => string;
  children: (day: D, column: { x: number; width: number }) => React.ReactNode;
}

/** A column a day. */
export function Plot<D extends { day: string }>({ days, ...plot }: PlotProps<D>): React.ReactNode {
  const words = useWords();
  const dayOf = ({ day }: D): string => words.day(`${day}T12:00:00`).replace(/\s*\d{4}$/u, "");
  return <Columns {...plot} all={days} keyOf={({ day }) => day} nameOf={dayOf} />;
}

interface ColumnsProps<D> extends Omit<PlotProps<D>, "days"> {
  all: readonly D[];
  keyOf: (one: D) => string;
  /** What stands below where it begins. */
  nameOf: (one: D) => string;
  /** That a name takes. */
  namePx?: number;
}

export function Columns<D>({
  all,
  keyOf,
  nameOf,
  namePx = LABEL_PX,
  height,
  top,
  label,
  sentence,
  children,
}: ColumnsProps<D>): React.ReactNode {
  const words = useWords();
  const id = useId();
  // Time begins where reading begins.
  const rightToLeft = words.direction === "rtl";
  const { width, measure } = useWidth(1, NARROWEST_PX);
  const step = (width - AXIS_PX) / all.length;
  const every = Math.max(1, Math.ceil(namePx / step));
  const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
  const columns = all.map((one, index) => {
    const from = Math.round(AXIS_PX + index * step);
    const wide = Math.max(1, Math.round(AXIS_PX + (index + 1) * step) - from - gap);
    return { one, index, from, x: rightToLeft ? width - from - wide : from, width: wide };
  });
  const place = (from: number): number => (rightToLeft ? width - from : from);
  return (
    <div ref={measure} className="plot">
      <svg width={width} height={height + LABEL_HEIGHT} role="img" aria-labelledby={id} shapeRendering="crispEdges">
        <title id={id}>{label}</title>
        <path
          className="day-line"
          d={`M${place(AXIS_PX)} .5H${place(width)}M${place(AXIS_PX)} ${height + 0.5}H${place(width)}`}
        />
        <text x={place(0)} y="12">
          {top}
        </text>
        <text x={place(0)} y={height}>
          {words.number(0)}
        </text>
        {columns.map(({ one, index, from, ...column }) => (
          <g key={keyOf(one)}>
            <title>{sentence(one, words)}</title>
            <rect className="day-hit" x={column.x} width={column.width + gap} height={height} />
            {children(one, column)}
            {index % every === 0 && from < width - namePx / 2 && (
              <text x={place(from)} y={height + 15}>
                {nameOf(one)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The next round figure. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 1.5, 2, 3, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}
