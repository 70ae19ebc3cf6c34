/** How providers fail. */
export interface Problem {
  /** Stable, for programs. */
  code: "timeout" | "refused" | "unavailable" | "bad-answer" | "rate-limited" | "cancelled";
  /** For people, without secrets. */
  message: string;
}

/** What an adapter throws when its provider fails. */
export class ProviderFailure extends Error {
  readonly code: Problem["code"];
  /** What was said promises more, however whole its sentences are. */
  promisesMore = false;
  constructor(code: Problem["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ProviderFailure";
    this.code = code;
  }
}
