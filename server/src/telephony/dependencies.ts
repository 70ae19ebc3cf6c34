import type { Accounts } from "../accounts/index.ts";
import type { AgentsDomain } from "../agents/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import type { Compliance } from "../compliance/index.ts";
import type { Engines } from "../engines/index.ts";
import type { Platform } from "../platform/platform.ts";

/** What telephony stands on. */
export interface TelephonyParts {
  platform: Platform;
  accounts: Accounts;
  compliance: Compliance;
  engines: Engines;
  agents: AgentsDomain;
  calls: CallsDomain;
}
