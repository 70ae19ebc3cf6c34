/** The WebAssembly build of @evan/opus, which its own declarations leave out. */
declare module "@evan/opus/wasm/index.mjs" {
  export class Encoder {
    constructor(options: { channels: 1 | 2; sample_rate: number; application: "voip" | "audio" });
    ctl(command: number, value: number): number;
    encode(samples: Int16Array): Uint8Array;
  }
  export class Decoder {
    constructor(options: { channels: 1 | 2; sample_rate: number });
    decode(packet: Uint8Array): Uint8Array;
  }
}
