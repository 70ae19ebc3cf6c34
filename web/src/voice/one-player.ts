/** One sound at a time, wherever it was asked for: another that begins ends it. */
import { useEffect, useState, useSyncExternalStore } from "react";

interface Playing {
  address: string;
  /** Asked for, and not heard yet. */
  waiting: boolean;
}

let audio: HTMLAudioElement | undefined;
let playing: Playing | undefined;
const listeners = new Set<() => void>();

function tell(next: Playing | undefined): void {
  playing = next;
  for (const listener of listeners) listener();
}

function follow(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function stop(): void {
  audio?.pause();
  audio = undefined;
  tell(undefined);
}

function play(address: string, failed: () => void): void {
  stop();
  const mine = new Audio(address);
  audio = mine;
  const over = (isFailure: boolean): void => {
    if (audio !== mine) return;
    stop();
    if (isFailure) failed();
  };
  mine.addEventListener("playing", () => audio === mine && tell({ address, waiting: false }));
  mine.addEventListener("ended", () => over(false));
  mine.addEventListener("error", () => over(true));
  tell({ address, waiting: true });
  mine.play().catch(() => over(true));
}

export interface OnePlayer {
  stateOf(address: string): "still" | "waiting" | "playing";
  /** Begins it, or ends it where it plays. */
  toggle(address: string): void;
  stop(): void;
}

/** Silent when the screen is left. */
export function useOnePlayer(failed: () => void): OnePlayer {
  const now = useSyncExternalStore(follow, () => playing);
  useEffect(() => stop, []);
  const [actions] = useState(() => ({ stop }));
  return {
    ...actions,
    stateOf: (address) => (now?.address !== address ? "still" : now.waiting ? "waiting" : "playing"),
    toggle: (address) => (now?.address === address ? stop() : play(address, failed)),
  };
}
