/** The microphone as somebody's voice is recorded with it: as it is, without what calls take away. */
import { useEffect, useRef, useState } from "react";

export interface Recorder {
  /** Seconds so far; undefined: nothing is recorded. */
  seconds: number | undefined;
  start(): void;
  /** What was recorded is handed over. */
  stop(): void;
}

interface Running {
  recorder: MediaRecorder;
  stream: MediaStream;
  timer: number;
}

interface Ends {
  mostSeconds: number;
  done: (sound: Blob) => void;
  failed: () => void;
}

/** It ends by itself at `mostSeconds`, and is thrown away when the screen is left. */
export function useRecorder({ mostSeconds, done, failed }: Ends): Recorder {
  const [seconds, setSeconds] = useState<number>();
  const running = useRef<Running>(undefined);
  const wanted = useRef(0);
  const end = (): Running | undefined => {
    const ended = running.current;
    running.current = undefined;
    wanted.current++;
    if (!ended) return undefined;
    clearInterval(ended.timer);
    return ended;
  };
  useEffect(
    () => () => {
      const left = end();
      if (!left) return;
      left.recorder.ondataavailable = null;
      left.recorder.onstop = null;
      release(left.stream);
    },
    [],
  );
  const stop = (): void => {
    end()?.recorder.stop();
    setSeconds(undefined);
  };
  const begin = async (mine: number): Promise<void> => {
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: true };
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    // The screen was left while the browser asked.
    if (mine !== wanted.current) return release(stream);
    const recorder = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onstop = () => {
      release(stream);
      done(new Blob(pieces, { type: recorder.mimeType }));
    };
    recorder.start();
    const startedMs = performance.now();
    const timer = window.setInterval(() => {
      const now = (performance.now() - startedMs) / 1_000;
      if (now >= mostSeconds) stop();
      else setSeconds(Math.floor(now));
    }, 250);
    running.current = { recorder, stream, timer };
    setSeconds(0);
  };
  return {
    seconds,
    start() {
      if (running.current) return;
      begin(++wanted.current).catch(failed);
    },
    stop,
  };
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
