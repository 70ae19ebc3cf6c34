/** What only the first steps ask: it comes after the first screen. */
import { EXAMPLE_NUMBER, listKnowledge, listMembers, listPhoneNumbers, type PhoneNumber } from "@ongea/contract";
import { server } from "../../server.ts";

export async function stepsTaken(): Promise<{ knowledge: boolean; number: boolean; team: boolean }> {
  const [items, numbers, members] = await Promise.all([
    server.call(listKnowledge, { query: { limit: 1 } }),
    server.call(listPhoneNumbers),
    server.call(listMembers),
  ]);
  return {
    knowledge: items.data.length > 0,
    number: numbers.some((one) => !isInstallations(one)),
    team: members.data.length > 1,
  };
}

/** Every workspace has these from the beginning. */
function isInstallations({ telephony_provider: provider, trunk_id: trunk }: PhoneNumber): boolean {
  return provider === EXAMPLE_NUMBER || (provider === "sip-trunk" && trunk === null);
}
