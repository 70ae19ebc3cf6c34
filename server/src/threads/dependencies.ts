import type { Accounts } from "../accounts/index.ts";
import type { AgentsDomain } from "../agents/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import type { Campaigns } from "../campaigns/index.ts";
import type { Compliance } from "../compliance/index.ts";
import type { Contacts } from "../contacts/index.ts";
import type { Engines } from "../engines/index.ts";
import type { Insights } from "../insights/index.ts";
import type { Platform } from "../platform/platform.ts";
import type { Telephony } from "../telephony/index.ts";

/** What conversations in writing stand on. */
export interface ThreadsParts {
  platform: Platform;
  accounts: Accounts;
  compliance: Compliance;
  contacts: Contacts;
  engines: Engines;
  agents: AgentsDomain;
  calls: CallsDomain;
  telephony: Telephony;
  campaigns: Pick<Campaigns, "messages">;
  insights: Pick<Insights, "gaps" | "topics">;
}
