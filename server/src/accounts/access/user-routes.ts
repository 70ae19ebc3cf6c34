import { readUser, readUserAlias } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Keys } from "../workspaces/keys/store.ts";
import type { UserStore } from "./store.ts";

export interface UserRoutesParts {
  users: Pick<UserStore, "read">;
  keys: Pick<Keys, "memberBehind">;
  /** Hundredths of the workspace's currency. */
  balance(workspaceId: string): Promise<number>;
  lines(workspaceId: string): { max: number; current: number };
}

/** The person on whose behalf somebody asks; a key whose maker is gone, and a visitor, answer for the workspace. */
export function userRoutes(app: Http, { users, keys, balance, lines }: UserRoutesParts): void {
  for (const route of [readUser, readUserAlias]) {
    serve(app, route, async (_given, { principal }) => {
      const id = await keys.memberBehind(principal);
      const user = id === null ? undefined : await users.read(id);
      return {
        id: user?.id ?? principal.workspaceId,
        name: user?.name ?? principal.name,
        email: user?.email ?? null,
        wallet: await balance(principal.workspaceId),
        concurrency: lines(principal.workspaceId),
      };
    });
  }
}
