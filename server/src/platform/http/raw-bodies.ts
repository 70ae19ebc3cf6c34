import type { Http } from "./http.ts";

const FORM = "application/x-www-form-urlencoded";

interface RawOptions {
  mostBytes?: number;
  /** What is posted, as its content type; absent: forms. */
  type?: string;
}

/** Routes to which bodies come as text: what is signed is the body as it was written. Its values are read by the route. */
export function withRawBodies(app: Http, { mostBytes, type = FORM }: RawOptions, routes: (inside: Http) => void): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser(type);
    const asText = { parseAs: "string", ...(mostBytes !== undefined && { bodyLimit: mostBytes }) } as const;
    scope.addContentTypeParser(type, asText, async (_: unknown, body: string) => body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a scope of the same server has its door
    routes(scope as unknown as Http);
  });
}
