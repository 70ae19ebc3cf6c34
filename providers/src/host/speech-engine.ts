import type { Problem } from "@ongea/conversation";

/** Something a speech host does for its clients: voices, recognition, end of turn, a language model. */
export interface SpeechEngine {
  /** A client wants one piece of work. Throw a ProviderFailure (or a parse error) to refuse. */
  open(options: unknown, client: Outlet): Work;
  /** For the host's report. */
  describe(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** One piece of work in progress. */
export interface Work {
  told(say: unknown, body: Buffer): void;
  /** The client wants no more, or is gone: free everything. Called once, also after the work ended itself. */
  close(): void;
}

/** The way back to the client. */
export interface Outlet {
  tell(say: unknown, body?: Uint8Array): void;
  end(problem?: Problem): void;
}
