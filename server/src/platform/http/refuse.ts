import { REFUSALS, type FieldComplaint, type RefusalBody, type RefusalCode } from "@ongea/contract";

/** The world said no. Thrown by the rules of any feature, mapped to HTTP in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: readonly FieldComplaint[] | undefined;
  /** When it may be asked again; told as the header Retry-After. */
  retryAfterSeconds: number | undefined;
  /** Further headers of the answer. */
  headers: Readonly<Record<string, string>> = {};
  constructor(code: RefusalCode, detail?: readonly FieldComplaint[]) {
    super(REFUSALS[code].sentence);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail;
  }
}

/** `throw refuse("call.not_found")`. */
export function refuse(code: RefusalCode, detail?: readonly FieldComplaint[]): Refusal {
  return new Refusal(code, detail);
}

/** What is refused is told to whoever asked; everything else is a fault. */
export function orRefusal<T>(asked: Promise<T>): Promise<T | Refusal> {
  return asked.catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
}

export function statusOf(code: RefusalCode): number {
  return REFUSALS[code].status;
}

export function bodyOf(refusal: Refusal): RefusalBody {
  return {
    error: statusOf(refusal.code),
    code: refusal.code,
    message: refusal.message,
    detail: refusal.detail ?? refusal.message,
  };
}
