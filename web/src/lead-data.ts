/** What this browser remembers of its visitor: a convenience, and no proof of anything. */
export interface LeadData {
  name: string;
  email: string;
  company: string;
  position: string;
  submitted: boolean;
  invitationVerified: boolean;
}

const KEY = "leadData";

export function readLeadData(): Partial<LeadData> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

export function keepLeadData(data: Partial<LeadData>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(data));
  } catch {
    // A browser that keeps nothing works as well.
  }
}
