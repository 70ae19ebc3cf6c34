/** `npm run workspaces -- list | admit <id> | dismiss <id>`: which workspaces may use what the installation pays for, at the server that runs beside it. */
import { admitWorkspace, listOperatedWorkspaces, Refused, type OperatedWorkspace } from "@ongea/contract";
import { CannotStart } from "../platform/cannot-start.ts";
import { clientOn, type ServerAccess } from "./server-access.ts";

export type WorkspacesCommand = { act: "list" } | { act: "admit" | "dismiss"; id: string };

const USAGE = "npm run workspaces -- list | admit <id> | dismiss <id>";

export function parseWorkspaces([act = "list", id, ...rest]: readonly string[]): WorkspacesCommand {
  if ((act === "admit" || act === "dismiss") && id !== undefined && rest.length === 0) return { act, id };
  if (act === "list" && id === undefined) return { act };
  throw new CannotStart(USAGE);
}

export async function workspaces(command: WorkspacesCommand, way: ServerAccess, tell: (line: string) => void): Promise<void> {
  const client = clientOn(way);
  try {
    if (command.act === "list") {
      for (const one of (await client.call(listOperatedWorkspaces)).data) tell(lineOf(one));
      return;
    }
    const body = { admitted: command.act === "admit" };
    tell(lineOf(await client.call(admitWorkspace, { params: { workspace_id: command.id }, body })));
  } catch (error) {
    if (error instanceof Refused) throw new CannotStart(error.message);
    throw new CannotStart(`No server answers at ${way.url}. Start it with npm start.`);
  }
}

function lineOf({ id, name, kind, admitted, owners }: OperatedWorkspace): string {
  const people = owners.map(({ email, proven }) => `${email}${proven ? "" : " (not confirmed)"}`).join(", ");
  return `${id}  ${admitted ? "admitted" : "not admitted"}  ${kind === "home" ? "home: " : ""}${name}  ${people}`.trimEnd();
}
