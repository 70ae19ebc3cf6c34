/**
 * Shapes are checked without code made from text. Import it before every other door of the contract, in a page whose Content-Security-Policy
 * forbids such code: trying it there is reported as a violation, and a browser reads the whole file once more to say in which line.
 */
import { z } from "zod";

z.config({ jitless: true });
