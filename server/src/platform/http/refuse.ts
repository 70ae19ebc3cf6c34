import { REFUSALS, type FieldComplaint, type RefusalBody, type RefusalCode } from "@ongea/contract";

/** The world said no. Thrown by the rules of any feature, mapped to HTTP in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: readonly FieldComplaint[] | undefined;
  /** When it may be asked again; told as the header Retry-After. */
  retryAfterSeconds: number | undefined;
  /** Further headers of the answer. */
  headers: Readonly<Record<string, string>> = {};
  /** Further fields of the answer, where an existing client reads them. */
  fields: Readonly<Record<string, unknown>> = {};
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

/** Existing clients show the message alone: of a request that is not valid it names the first field and what is wrong with it. */
function messageOf({ code, detail, message }: Refusal): string {
  const first = code === "request.invalid" || code === "request.bad_value" ? detail?.[0] : undefined;
  if (!first) return message;
  const [, ...path] = first.loc;
  const field = path.reduce<string>((all, part) => all + (typeof part === "number" ? `[${part}]` : all ? `.${part}` : part), "");
  return `${field || String(first.loc[0] ?? "request")}: ${first.msg}`;
}

export function statusOf(code: RefusalCode): number {
  return REFUSALS[code].status;
}

export function bodyOf(refusal: Refusal): RefusalBody {
  return {
    error: statusOf(refusal.code),
    code: refusal.code,
    message: messageOf(refusal),
    detail: refusal.detail ?? refusal.message,
    ...refusal.fields,
  };
}
