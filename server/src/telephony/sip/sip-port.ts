/** The SIP endpoint with the settings of this installation. Part of the composition. */
import { watchMainThread, type SipEndpoint, type Trunk } from "@ongea/channels";
import { openSip, type PhoneAccounts } from "./open-sip.ts";
import type { Inbound } from "../inbound/inbound.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Closing } from "../../platform/closing.ts";
import type { Log } from "../../platform/log/log.ts";
import type { WrongGuesses } from "../../platform/log/wrong-guesses.ts";
import { authoritiesIn, followCertificate, tlsOf } from "./sip-certificates.ts";

export interface SipPortParts {
  config: Config;
  guesses: WrongGuesses;
  closing: Closing;
  log: Log;
}

/** Telephones and trunks reach us here. */
export async function openSipPort(
  { config, guesses, closing, log }: SipPortParts,
  inbound: Inbound,
  { trunk, accounts }: { trunk: Trunk | undefined; accounts: PhoneAccounts },
): Promise<SipEndpoint> {
  const { HOST: host, SIP_PORT: port, PUBLIC_ADDRESS: advertisedHost, SIP_PHONES: phones, MAX_CALLS: maxCalls } = config;
  const { CONNECTIONS_PER_ADDRESS: connectionsPerHost } = config;
  const { CALLS_PER_ADDRESS_PERCENT: addressPercent, CALLS_PER_SOURCE_PERCENT: sourcePercent } = config;
  const [tlsAuthorities, tls] = [authoritiesIn(config), tlsOf(config)];
  const mainThread = watchMainThread();
  closing.add("main thread's load", () => mainThread.stop());
  const pressure = (): number => mainThread.busy();
  const wrongPassword = (from: string): void => guesses.note("sip.bad_digest", from);
  const sip = await openSip(
    {
      host,
      port,
      advertisedHost,
      phones,
      accounts,
      trunk,
      maxCalls,
      addressPercent,
      sourcePercent,
      connectionsPerHost,
      tlsAuthorities,
      tls,
      pressure,
      wrongPassword,
      failed: (error) => log.error({ err: error }, "SIP: a message was not dealt with"),
    },
    inbound,
  );
  closing.add("sip", () => sip.close());
  closing.add("the certificate of SIP", followCertificate(config, { endpoint: sip, log }));
  return sip;
}
