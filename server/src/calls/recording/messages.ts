/** What media threads and the main thread tell the thread that writes recordings. */
export type ToWriter =
  | { kind: "open"; callId: string; path: string; sampleRateHz: number }
  | { kind: "sound"; callId: string; side: "caller" | "assistant"; atMs: number; samples: Int16Array }
  /** `untilMs`: the recording lasts as long as the call, silence included. */
  | { kind: "close"; callId: string; untilMs?: number }
  /** Another thread that will send sound. */
  | { kind: "source"; port: import("node:worker_threads").MessagePort };

export type FromWriter =
  | { kind: "written"; callId: string; durationMs: number }
  | { kind: "trouble"; callId: string; message: string };
