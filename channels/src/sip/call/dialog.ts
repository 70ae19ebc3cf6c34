import { Headers } from "../message/headers.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import { cseqOf, tagOf } from "../message/message.ts";
import { parseNameAddress } from "../message/name-address.ts";
import type { Peer } from "../transport/peer.ts";

export interface DialogStart {
  callId: string;
  /** From or To of our side and of the other, tags included. */
  local: string;
  remote: string;
  localTag: string;
  remoteTag: string;
  localSequence: number;
  remoteSequence: number;
  /** Where requests go in the end: the other's Contact. */
  remoteTarget: string;
  /** The proxies on the way, nearest first. */
  routes: readonly string[];
  /** Our own Contact. */
  contact: string;
  /** When set, requests go there whatever the target says: a standing connection, or the way back through address translation. */
  peer: Peer | undefined;
  /** The call is ours: we have made its Call-ID. */
  ownsCallId?: boolean;
  /** Nobody knows the other side: what it writes makes us send nothing anywhere but to `peer`. */
  isStranger?: boolean;
  /** Whether this address of the network may be sent to, whatever the other side writes; absent: any. */
  mayReach?: ((address: string) => boolean) | undefined;
}

const TARGET_REFRESH: ReadonlySet<string> = new Set(["INVITE", "UPDATE"]);

/** The lasting relation between two ends of a call (RFC 3261 section 12). */
export class Dialog {
  readonly #state: DialogStart;
  #localSequence: number;
  #remoteSequence: number;
  #remoteTarget: string;

  constructor(start: DialogStart) {
    this.#state = start;
    this.#localSequence = start.localSequence;
    this.#remoteSequence = start.remoteSequence;
    this.#remoteTarget = start.remoteTarget;
  }

  get id(): string {
    return dialogId(this.#state.callId, this.#state.localTag, this.#state.remoteTag);
  }

  get peer(): Peer | undefined {
    return this.#state.peer;
  }

  get ownsCallId(): boolean {
    return this.#state.ownsCallId === true;
  }

  get isStranger(): boolean {
    return this.#state.isStranger === true;
  }

  mayReach(address: string): boolean {
    return this.#state.mayReach?.(address) ?? true;
  }

  /** The address that the next request has to be sent to. */
  get nextHop(): string {
    const first = this.#state.routes[0];
    return (first && parseNameAddress(first)?.uriText) ?? this.#remoteTarget;
  }

  /** A request inside the dialog, without Via. `sequence`: of the INVITE, for its ACK; otherwise the next number. */
  request(method: string, sequence?: number): SipRequest {
    const number = sequence ?? ++this.#localSequence;
    const [first, ...others] = this.#state.routes;
    const firstAddress = first === undefined ? undefined : parseNameAddress(first);
    const isStrict = firstAddress?.uri !== undefined && !("lr" in firstAddress.uri.parameters);
    const headers = new Headers();
    headers.add("max-forwards", "70");
    const routes = isStrict ? [...others, `<${this.#remoteTarget}>`] : this.#state.routes;
    for (const route of routes) headers.add("route", route);
    headers.add("from", this.#state.local).add("to", this.#state.remote);
    headers.add("call-id", this.#state.callId).add("cseq", `${number} ${method}`);
    if (method !== "ACK" && method !== "BYE") headers.add("contact", `<${this.#state.contact}>`);
    return { kind: "request", method, uriText: isStrict ? firstAddress.uriText : this.#remoteTarget, headers, body: "" };
  }

  /** Notes a request from the other side. False when it is out of order (500). */
  takes(request: SipRequest): boolean {
    const { number } = cseqOf(request);
    if (number <= this.#remoteSequence) return false;
    this.#remoteSequence = number;
    this.retarget(request);
    return true;
  }

  /** INVITE, UPDATE and their answers may change where the other side is reached. */
  retarget(message: SipRequest | SipResponse): void {
    const contact = message.headers.get("contact");
    const address = contact === undefined ? undefined : parseNameAddress(contact);
    if (TARGET_REFRESH.has(cseqOf(message).method) && address?.uri) this.#remoteTarget = address.uriText;
  }
}

export function dialogId(callId: string, localTag: string, remoteTag: string): string {
  return `${callId}|${localTag}|${remoteTag}`;
}

/** The dialog that an INVITE to us makes. */
export function dialogOfInvite(
  invite: SipRequest,
  ours: Pick<DialogStart, "contact" | "peer" | "isStranger" | "mayReach"> & { tag: string },
): Dialog {
  return new Dialog({
    callId: invite.headers.get("call-id") ?? "",
    local: `${invite.headers.get("to")};tag=${ours.tag}`,
    remote: invite.headers.get("from") ?? "",
    localTag: ours.tag,
    remoteTag: tagOf(invite, "from") ?? "",
    localSequence: 0,
    remoteSequence: cseqOf(invite).number,
    remoteTarget: contactOf(invite) ?? parseNameAddress(invite.headers.get("from") ?? "")?.uriText ?? "",
    routes: invite.headers.all("record-route"),
    contact: ours.contact,
    peer: ours.peer,
    isStranger: ours.isStranger ?? false,
    mayReach: ours.mayReach,
  });
}

/** The dialog that an answer to our INVITE makes. */
export function dialogOfAnswer(
  invite: SipRequest,
  answer: SipResponse,
  ours: Pick<DialogStart, "contact" | "peer" | "mayReach">,
): Dialog {
  return new Dialog({
    callId: invite.headers.get("call-id") ?? "",
    local: invite.headers.get("from") ?? "",
    remote: answer.headers.get("to") ?? "",
    localTag: tagOf(invite, "from") ?? "",
    remoteTag: tagOf(answer, "to") ?? "",
    localSequence: cseqOf(invite).number,
    remoteSequence: 0,
    ownsCallId: true,
    remoteTarget: contactOf(answer) ?? invite.uriText,
    routes: answer.headers.all("record-route").toReversed(),
    contact: ours.contact,
    peer: ours.peer,
    mayReach: ours.mayReach,
  });
}

function contactOf(message: SipRequest | SipResponse): string | undefined {
  const contact = message.headers.get("contact");
  const address = contact === undefined ? undefined : parseNameAddress(contact);
  return address?.uri && address.uriText;
}
