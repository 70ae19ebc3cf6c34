import { useCallback, useEffect, useState } from "react";

export interface Player {
  ready: boolean;
  playing: boolean;
  atMs: number;
  durationMs: number;
  rate: number;
  problem: boolean;
  toggle(): void;
  goTo(ms: number): void;
  faster(): void;
}

const RATES = [1, 1.25, 1.5, 2];

/** Plays a recording, from `fromMs` on; without an address it is never ready. */
export function usePlayer(address: string | undefined, durationMs: number, fromMs = 0): Player {
  const [sound, setSound] = useState<HTMLAudioElement>();
  const [atMs, setAtMs] = useState(fromMs);
  const [playing, setPlaying] = useState(false);
  const [rate, setRate] = useState(1);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    if (address === undefined) return;
    const audio = new Audio(address);
    audio.preload = "metadata";
    audio.currentTime = fromMs / 1_000;
    setAtMs(fromMs);
    const tell = (): void => {
      setAtMs(audio.currentTime * 1_000);
      setPlaying(!audio.paused);
    };
    const failed = (): void => setProblem(true);
    for (const event of ["play", "pause", "timeupdate", "seeked", "ended"]) audio.addEventListener(event, tell);
    audio.addEventListener("error", failed);
    setSound(audio);
    return () => {
      audio.pause();
      audio.removeAttribute("src");
      setSound(undefined);
    };
  }, [address, fromMs]);
  useEffect(() => {
    if (sound) sound.playbackRate = rate;
  }, [sound, rate]);
  const toggle = useCallback(() => {
    if (!sound) return;
    if (sound.paused) void sound.play().catch(() => setProblem(true));
    else sound.pause();
  }, [sound]);
  const goTo = useCallback(
    (ms: number) => {
      if (sound) sound.currentTime = Math.max(0, ms / 1_000);
      setAtMs(ms);
    },
    [sound],
  );
  const faster = useCallback(() => setRate((before) => RATES[(RATES.indexOf(before) + 1) % RATES.length] ?? before), []);
  return { ready: sound !== undefined, playing, atMs, durationMs, rate, problem, toggle, goTo, faster };
}
