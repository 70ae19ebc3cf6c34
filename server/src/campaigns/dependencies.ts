import type { Accounts } from "../accounts/index.ts";
import type { AgentsDomain } from "../agents/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import type { Compliance } from "../compliance/index.ts";
import type { Platform } from "../platform/platform.ts";
import type { Telephony } from "../telephony/index.ts";

/** What campaigns stand on. */
export interface CampaignsParts {
  platform: Platform;
  accounts: Accounts;
  compliance: Compliance;
  agents: AgentsDomain;
  calls: CallsDomain;
  telephony: Telephony;
}
