/**
 * Requests of one moment begin a few at a time. Node reads all sockets that have something in one turn of its event loop, and whoever else
 * has something to do, a call or `/health`, would wait until the last of hundreds was answered.
 */
export interface Turns {
  /** Calls back at once where few have begun in this turn of the event loop, else in one of the next turns, in order. Each once. */
  take(begin: () => void): void;
}

/** About 2 ms of the main thread, when nothing of it is compiled yet. */
const MOST_IN_A_TURN = 8;

export function createTurns(most: number = MOST_IN_A_TURN): Turns {
  // No more than there are connections: each waits for its answer.
  let waiting: (() => void)[] = [];
  let begun = 0;
  let isCounting = false;

  function nextTurn(): void {
    const now = waiting.slice(0, most);
    waiting = waiting.slice(most);
    begun = now.length;
    isCounting = begun > 0;
    if (isCounting) setImmediate(nextTurn);
    for (const begin of now) begin();
  }

  return {
    take(begin) {
      if (!isCounting) {
        isCounting = true;
        setImmediate(nextTurn);
      }
      if (begun >= most || waiting.length > 0) return void waiting.push(begin);
      begun++;
      begin();
    },
  };
}
