/**
 * Loaded into every program and thread of the product (NODE_OPTIONS=--import): the wall clock goes by what the file STEPPED_CLOCK says, in
 * ms before or after the real one. The machine's own clock, which others need, stays as it is.
 */
import { readFileSync } from "node:fs";

const RealDate = Date;
const file = process.env["STEPPED_CLOCK"];
let stepMs = 0;
if (file !== undefined) {
  const look = () => {
    try {
      stepMs = Number(readFileSync(file, "utf8")) || 0;
    } catch {
      stepMs = 0;
    }
  };
  look();
  setInterval(look, 100).unref();
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + stepMs);
      else super(...given);
    }
    static now() {
      return RealDate.now() + stepMs;
    }
  };
}
