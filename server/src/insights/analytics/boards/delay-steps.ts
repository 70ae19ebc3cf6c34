/** Delays are counted in steps, upwards: sums of few numbers have the percentiles of millions of calls. */
export interface Step {
  /** In ms, of delays up to here. */
  upTo: number;
  step: number;
}

const WIDEST_MS = 1_000_000;

/** At most 2.5 % of a delay: 1,340 ms, 1,360 ms, … */
export const STEPS: readonly Step[] = stepsFrom(100, 1);

function stepsFrom(upTo: number, step: number): Step[] {
  if (upTo > WIDEST_MS) return [];
  const decade = [
    { upTo, step },
    { upTo: upTo * 2, step: step * 2 },
    { upTo: upTo * 5, step: step * 5 },
  ];
  return [...decade, ...stepsFrom(upTo * 10, step * 10)];
}

export function toStep(delayMs: number): number {
  const { step } = STEPS.find(({ upTo }) => delayMs <= upTo) ?? { step: WIDEST_MS / 10 };
  return Math.ceil(delayMs / step) * step;
}

/** The same in SQL, of a column of whole numbers. */
export function toStepSql(column: string): string {
  const cases = STEPS.map(({ upTo, step }) => `when ${column} <= ${upTo} then (${column} + ${step - 1}) / ${step} * ${step}`);
  return `case ${cases.join(" ")} else (${column} + ${WIDEST_MS / 10 - 1}) / ${WIDEST_MS / 10} * ${WIDEST_MS / 10} end`;
}
