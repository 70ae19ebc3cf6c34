/** Keys of encrypted sound as descriptions carry them (RFC 4568). Pure. */

/** The best first. */
export const SRTP_SUITES = ["AES_CM_128_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_32"] as const;
export type SrtpSuite = (typeof SRTP_SUITES)[number];

/** What one side encrypts with. */
export interface SrtpKey {
  /** Answers name the offered line that they take. */
  tag: number;
  suite: SrtpSuite;
  /** The master key and its salt: 30 bytes in base64. */
  key: string;
}

/** With a key for itself alone (no MKI), and nothing that we would have to do otherwise. */
const LINE = /^a=crypto:(\d{1,9}) (\S+) inline:([A-Za-z0-9+/]{40})(?:\|(?:2\^)?\d{1,20})?$/;

/** Those of a media section that we can use, in its order. */
export function readCrypto(section: readonly string[]): SrtpKey[] {
  return section.flatMap((line) => {
    const [, tag = "", suite = "", key = ""] = LINE.exec(line.trim()) ?? [];
    return isSuite(suite) ? [{ tag: Number(tag), suite, key }] : [];
  });
}

export function formatCrypto({ tag, suite, key }: SrtpKey): string {
  return `a=crypto:${tag} ${suite} inline:${key}\r\n`;
}

function isSuite(name: string): name is SrtpSuite {
  return (SRTP_SUITES as readonly string[]).includes(name);
}
