/** What is read again because of live events: as often as they come is oftener than a server answers one person. */

export interface Reread {
  /** Something of it has changed. */
  note(id: string): void;
  stop(): void;
}

interface RereadOptions {
  /** Between two readings, ms. */
  everyMs: number;
  /** The first is read at once; else as long after its event, when the server has surely written it. */
  atOnce: boolean;
}

/** Nothing that was noted is left out: what changes meanwhile is read with the next round. */
export function createReread(read: (ids: ReadonlySet<string>) => void, { everyMs, atOnce }: RereadOptions): Reread {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = new Set<string>();
  let noted = new Set<string>();
  const takeNoted = (): void => {
    due = noted;
    noted = new Set();
  };
  const wait = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (atOnce) takeNoted();
      const ids = due;
      if (!atOnce) takeNoted();
      if (ids.size > 0) read(ids);
      if (ids.size > 0 && (atOnce || due.size > 0)) wait();
    }, everyMs);
  };
  return {
    note(id) {
      if (timer !== undefined) return void noted.add(id);
      if (atOnce) read(new Set([id]));
      else due = new Set([id]);
      wait();
    },
    stop: () => clearTimeout(timer),
  };
}
