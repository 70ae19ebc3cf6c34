export interface OfferedAudio {
  mid: string;
  /** Of Opus. */
  payloadType: number;
  /** Of keys that the caller presses (RFC 4733), where they come as packets. */
  keysPayloadType?: number | undefined;
}

/** What we need to know of a browser's offer. */
export interface BrowserOffer {
  /** Undefined when the page offers no sound: a call that is typed and only heard by nobody. */
  audio: OfferedAudio | undefined;
  hasMessages: boolean;
}

const MAX_CHARACTERS = 65_536;

/** Reads a WebRTC offer; undefined when it is none, or one that we can't meet. */
export function readOffer(sdp: string): BrowserOffer | undefined {
  if (sdp.length > MAX_CHARACTERS || !sdp.startsWith("v=0")) return undefined;
  if (!/^a=fingerprint:/m.test(sdp) || !/^a=ice-ufrag:/m.test(sdp)) return undefined;
  const sections = sdp.split(/^(?=m=)/m).slice(1);
  const sound = sections.find((section) => section.startsWith("m=audio"));
  const hasMessages = sections.some((section) => section.startsWith("m=application"));
  if (!sound) return hasMessages ? { audio: undefined, hasMessages } : undefined;
  const mid = /^a=mid:(\S+)/m.exec(sound)?.[1];
  const payloadType = Number(/^a=rtpmap:(\d{1,3}) opus\/48000\/2/im.exec(sound)?.[1] ?? Number.NaN);
  if (mid === undefined || !(payloadType >= 0 && payloadType <= 127)) return undefined;
  const keys = /^a=rtpmap:(\d{1,3}) telephone-event\/8000\b/im.exec(sound)?.[1];
  const keysPayloadType = keys !== undefined && Number(keys) <= 127 ? Number(keys) : undefined;
  return { audio: { mid, payloadType, keysPayloadType }, hasMessages };
}

/** Puts the public address into an answer in place of the machine's own. */
export function withAdvertisedHost(answer: string, host: string): string {
  return answer.replace(
    /^(a=candidate:\S+ \d+ \S+ \d+) (\S+) (\d+ typ host.*)$/gm,
    (line, head: string, address: string, tail: string) => (address.includes(":") ? line : `${head} ${host} ${tail}`),
  );
}
