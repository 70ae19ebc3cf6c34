/** One thing that every adapter of a port must do. Suites are lists of these, for whichever test runner asks. */
export interface ConformanceCase {
  name: string;
  /** Throws what is wrong. */
  run(): Promise<void>;
}

/** Something under test, with the time in which it lives. */
export interface Subject<Adapter> {
  adapter: Adapter;
  /** Lets time pass: virtual for fakes, real for adapters. */
  pass(ms: number): Promise<void>;
  close(): void | Promise<void>;
}

/** Opens a subject for each case, and closes it whatever happens. */
export function caseOf<Adapter>(
  name: string,
  open: () => Promise<Subject<Adapter>>,
  prove: (subject: Subject<Adapter>) => Promise<void>,
): ConformanceCase {
  return {
    name,
    async run() {
      const subject = await open();
      try {
        await prove(subject);
      } finally {
        await subject.close();
      }
    },
  };
}

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** The outcome of work, while time passes; throws when there is none after `withinMs`. */
export async function outcomeOf<T>({ pass }: Pick<Subject<unknown>, "pass">, work: Promise<T>, withinMs: number): Promise<T> {
  const settled = { over: false };
  const over = (): void => {
    settled.over = true;
  };
  work.then(over, over);
  for (let waitedMs = 0; waitedMs < withinMs && !settled.over; waitedMs += STEP_MS) await pass(STEP_MS);
  must(settled.over, `nothing became of it in ${withinMs} ms`);
  return work;
}

const STEP_MS = 20;
