import { formBytes, type FormField } from "./form.ts";
import type { RefusalBody, RefusalCode } from "./refusals.ts";
import type { Answer, RouteInput, Route } from "./route.ts";

/** The server said no. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly body: RefusalBody;
  constructor(body: RefusalBody) {
    super(body.message);
    this.name = "Refused";
    this.code = body.code;
    this.status = body.error;
    this.body = body;
  }
}

/** No answer, or one that nobody promised. */
export class Unreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Unreachable";
  }
}

/** Something answered, in a way that nobody promised: a proxy in front of the server, say, or a server of another version. */
export class Unpromised extends Unreachable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Unpromised";
  }
}

/** The parts of fetch that the client needs; the browser's own fits. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
) => Promise<{ status: number; statusText?: string; ok: boolean; text(): Promise<string> }>;

type Parts<R extends Route> = { [K in keyof RouteInput<R> as RouteInput<R>[K] extends undefined ? never : K]: RouteInput<R>[K] };
type Arguments<R extends Route> = R["upload"] extends object
  ? [Parts<R> & ({ file: Uint8Array<ArrayBuffer> } | { form: readonly FormField[] })]
  : keyof Parts<R> extends never
    ? []
    : [Parts<R>];

type GivenParts = Partial<Record<"params" | "query" | "body", Record<string, unknown>>> & {
  file?: Uint8Array<ArrayBuffer>;
  form?: readonly FormField[];
};

/** Calls routes of the contract: `const answer = await client.call(listCalls, { query: { page_number: 2 } })`. */
export interface Client {
  call<R extends Route>(route: R, ...given: Arguments<R>): Promise<Answer<R>>;
}

/**
 * `base` is the server's address without a slash at the end; empty in a page that the server itself serves. `credentials`: headers that
 * say who asks, for a program without cookies.
 */
export function createClient(base: string, fetch: Fetch, credentials: Readonly<Record<string, string>> = {}): Client {
  return {
    async call<R extends Route>(route: R, ...[given]: Arguments<R>): Promise<Answer<R>> {
      const { params, query, body, file, form } = (given ?? {}) as GivenParts;
      const url = base + addressOf(route.path, params) + queryOf(query);
      const headers: Record<string, string> = { accept: "application/json", ...credentials };
      const filled = form && formBytes(form);
      const sent = filled?.bytes ?? file ?? (body === undefined ? undefined : JSON.stringify(body));
      const type = filled?.type ?? (file ? route.upload?.types[0] : "application/json");
      if (sent !== undefined) headers["content-type"] = type ?? "";
      const reply = await fetch(url, {
        method: route.method,
        headers,
        ...(sent === undefined ? {} : { body: sent }),
      }).catch((error: unknown) => {
        throw new Unreachable("The server cannot be reached.", { cause: error });
      });
      const json = parse(await reply.text());
      if (!reply.ok) throw isRefusal(json) ? new Refused(json) : new Unpromised(failureOf(route, reply));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a route without an answer has none
      if (!route.answer) return undefined as Answer<R>;
      const answer = route.answer.safeParse(json);
      if (!answer.success) throw new Unpromised("Invalid response format", { cause: answer.error });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of the same route read it
      return answer.data as Answer<R>;
    },
  };
}

/** In the words of the specification (8.1): some calls have their own, followed by the status. */
function failureOf({ failed }: Route, { status, statusText = "" }: Awaited<ReturnType<Fetch>>): string {
  return failed === undefined ? `API request failed: ${status} ${statusText}`.trim() : `${failed}: ${status}`;
}

/** Fills the `:name` parts of a path. */
export function addressOf(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? ""
    : `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join("&")}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRefusal(value: unknown): value is RefusalBody {
  return typeof value === "object" && value !== null && "code" in value && "message" in value && "error" in value;
}
