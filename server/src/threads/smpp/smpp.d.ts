/** What this server uses of the package `smpp`, which has no types. */
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { Socket } from "node:net";

  export class PDU {
    constructor(command: string, options?: Record<string, unknown>);
    static maxLength: number;
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    isResponse(): boolean;
    response(options?: Record<string, unknown>): PDU;
  }
  export class Session extends EventEmitter {
    constructor(options: { socket: Socket });
    /** False: the socket takes nothing more. */
    send(pdu: PDU, answered?: undefined, written?: () => void): boolean;
    pause(): void;
    resume(): void;
    close(): void;
    destroy(): void;
  }
  interface Parameter {
    filter?: unknown;
  }
  const library: {
    PDU: typeof PDU;
    Session: typeof Session;
    commands: Record<string, { params?: Record<string, Parameter> }>;
    tlvs: Record<string, Parameter>;
  };
  export default library;
}
