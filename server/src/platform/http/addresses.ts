/** Which kinds of request an address takes, so that another kind hears that, and not that nothing is there. */
import type { FastifyInstance } from "fastify";

export interface Addresses {
  /** The kinds of request that this address takes. */
  methodsOf(url: string): string[];
  /** Whether the route with this pattern is one for WebSockets. */
  isSocket(pattern: string | undefined): boolean;
}

/** To be called before routes are added. */
export function rememberAddresses(app: FastifyInstance): Addresses {
  const sockets = new Set<string>();
  const routes: { pattern: RegExp; methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method, ...options }) => {
    if ("websocket" in options && options.websocket) sockets.add(url);
    if (url.includes("*")) return;
    const pattern = url.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/:[^/]+/g, "[^/]+");
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: Array.isArray(method) ? method : [method] });
  });
  return {
    methodsOf(url) {
      const path = url.split("?", 1)[0] ?? "";
      return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
    },
    isSocket: (pattern) => pattern !== undefined && sockets.has(pattern),
  };
}
