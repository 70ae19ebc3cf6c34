import type { Http } from "./http.ts";

/** Routes to which forms come as text: what is signed is the form as it was written. Its values are read by the route. */
export function withRawForms(app: Http, { mostBytes }: { mostBytes?: number }, routes: (inside: Http) => void): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser("application/x-www-form-urlencoded");
    const asText = { parseAs: "string", ...(mostBytes !== undefined && { bodyLimit: mostBytes }) } as const;
    scope.addContentTypeParser("application/x-www-form-urlencoded", asText, async (_: unknown, body: string) => body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a scope of the same server has its door
    routes(scope as unknown as Http);
  });
}
