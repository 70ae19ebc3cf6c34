/** What media threads and the main thread tell the thread that writes recordings. */
export type ToWriter =
  | { kind: "open"; callId: string; path: string; sampleRateHz: number }
  | { kind: "sound"; callId: string; side: "caller" | "assistant"; atMs: number; samples: Int16Array }
  | { kind: "close"; callId: string }
  /** Another thread that will send sound. */
  | { kind: "source"; port: import("node:worker_threads").MessagePort };

export type FromWriter =
  | { kind: "written"; callId: string; durationMs: number }
  | { kind: "trouble"; callId: string; message: string };
