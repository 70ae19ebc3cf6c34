/** The whole way to a trunk, looked at once: its name, the connection, whether it answers, whether it takes the name and password. */
import type { UserAgent } from "../user-agent.ts";
import { TrunkContact } from "./contact.ts";
import { failing, type Standing } from "./standing.ts";
import type { Trunk } from "./trunk.ts";

const CHECK_MS = 9_000;

/** Changes nothing at the trunk. Never rejects. */
export async function checkTrunk(ua: UserAgent, trunk: Trunk): Promise<Standing> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Standing>((resolve) => (timer = setTimeout(() => resolve(failing("no_answer")), CHECK_MS)));
  try {
    return await Promise.race([look(new TrunkContact(ua, trunk), trunk), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function look(contact: TrunkContact, { username }: Trunk): Promise<Standing> {
  const there = await contact.options();
  // What it answers to a question may be no; with a name and password the registrar decides.
  if (username === undefined || there.sipStatus === undefined || there.problem === "no_codec") return there;
  const known = await contact.bindings();
  return known.kind === "failing" ? known : { kind: "reachable", problem: undefined, sipStatus: known.sipStatus };
}
