/**
 * An offer that says nothing of where it comes from. libdatachannel as the one who offers closes the connection when the other side is so
 * quick that its handshake comes before the answer has been read. Who does not know where to knock waits to be knocked at (peer-reflexive
 * candidates, RFC 8445 section 7.3.1.3), and that is after the answer. Browsers as the one who offers need none of this.
 */
export function withoutCandidates(offer: string): string {
  return offer.replace(/^a=(?:candidate:.*|end-of-candidates)\r?\n/gm, "");
}
