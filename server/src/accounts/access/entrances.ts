/** How somebody new comes into a workspace. */
import type { Role } from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Members } from "../workspaces/members/store.ts";
import type { Workspaces } from "../workspaces/store.ts";
import type { UserStore } from "./store.ts";
import type { PublishEvent } from "./publish-event.ts";

export interface EntrancesParts {
  users: UserStore;
  audit: Audit;
  members: Members;
  workspaces: Workspaces;
  homeId: string;
  tell: PublishEvent;
  /** Takes part in the transaction: what a demo made up is not spent by an account. */
  clearCredit(workspaceId: string): Promise<void>;
  setUp(): void;
}

export interface NewUser {
  id: string;
  email: string;
}

/** As an installation begins; its first account gives it a name, as each account gives its own workspace. */
const UNNAMED_HOME = "Home";

interface Entrances {
  makeOperator(user: NewUser, name: string): Promise<void>;
  claimDemo(user: NewUser, workspaceId: string): Promise<boolean>;
  enter(user: NewUser, entrance: Entrance): Promise<void>;
}

export function createEntrances(parts: EntrancesParts): Entrances {
  const { users, audit, members, workspaces, homeId, tell } = parts;
  return { makeOperator, claimDemo, enter };

  async function makeOperator(user: NewUser, name: string): Promise<void> {
    if (!(await users.makeOperator(user.id))) throw refuse("access.bad_link");
    parts.setUp();
    await enter(user, { workspaceId: homeId, role: "owner" });
    if ((await workspaces.read(homeId)).name === UNNAMED_HOME) await workspaces.change(homeId, { name });
  }

  /** False when the workspace is a demo no longer. */
  async function claimDemo(user: NewUser, workspaceId: string): Promise<boolean> {
    const isMine = { value: true };
    await enter(user, {
      workspaceId,
      role: "owner",
      before: async () => {
        isMine.value = await workspaces.claim(workspaceId);
        if (!isMine.value) throw refuse("workspace.not_found");
        await parts.clearCredit(workspaceId);
      },
    }).catch((error: unknown) => {
      if (isMine.value) throw error;
    });
    return isMine.value;
  }

  /** What is used up by it, the membership and the audit entry happen together, or nothing of it. */
  async function enter(user: NewUser, { workspaceId, role, before }: Entrance): Promise<void> {
    const { id, email } = user;
    await audit.act({ workspaceId, kind: "person", id, name: email }, async (write) => {
      await before?.();
      await members.add({ workspaceId, userId: id, role });
      await write({ act: "member.joined", subject: email, details: { role } });
    });
    await tell(workspaceId, "member.joined", email);
  }
}

interface Entrance {
  workspaceId: string;
  role: Role;
  before?(): Promise<void>;
}
