import { sdpOf } from "../message/body.ts";
import type { SipMessage } from "../message/message.ts";
import type { AgreedMedia, RemoteMedia } from "../message/sdp.ts";
import { agree, parseSdp } from "../message/sdp.ts";

/** Both are undefined where a message has no description. */
export interface Described {
  remote: RemoteMedia | undefined;
  media: AgreedMedia | undefined;
}

/**
 * What a message says of its sender's sound, and what we make of it; or the status that it is refused with. `isSecure`: whether its sound has to
 * be encrypted or must not be; undefined: as its sender likes.
 */
export function readDescription(message: SipMessage, isSecure?: boolean): Described | 415 | 488 {
  const sdp = sdpOf(message);
  if (sdp === undefined) return { remote: undefined, media: undefined };
  if (sdp === null) return 415;
  const remote = parseSdp(sdp);
  const media = remote && agree(remote);
  return media && (isSecure === undefined || isSecure === (media.srtp !== undefined)) ? { remote, media } : 488;
}

/** What an answer to our offer agrees to; undefined when it says nothing that we can use. */
export function mediaIn(answer: SipMessage, { isSecure }: { isSecure: boolean }): AgreedMedia | undefined {
  const described = readDescription(answer, isSecure);
  return typeof described === "number" ? undefined : described.media;
}
