/**
 * The master keys of what is sealed for good, each with its number: the newest seals, older ones still open. Where the settings have none
 * they stand in files of the data folder, one a key, so that two who make a new one at the same time cannot overwrite each other's.
 */
import { errorCode } from "../error-code.ts";
import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createSeal, type Seal } from "./seal.ts";

export interface KeyRing {
  /** The number of the key that seals now. */
  newest(): number;
  /** Undefined: this installation has no key of that number. */
  seal(version: number): Seal | undefined;
  /** A new key, which seals from now on; undefined where keys are settings and the operator makes them. */
  add(): number | undefined;
}

export interface KeyInput {
  version: number;
  key: string;
}

export interface KeyRingParts {
  /** Of the settings; where there is one, no file is made, and those that are there still open. */
  given: readonly KeyInput[];
  folder: string;
  purpose: string;
}

const KEY_BYTES = 32;
const NAME = /^[1-9]\d{0,8}$/;

export function openKeyRing({ given, folder, purpose }: KeyRingParts): KeyRing {
  const seals = new Map<number, Seal>();
  const hold = ({ version, key }: KeyInput): void => {
    if (!seals.has(version)) seals.set(version, createSeal(key, purpose));
  };
  given.forEach(hold);
  const makes = given.length === 0;
  const look = (): void => keysIn(folder).forEach((version) => !seals.has(version) && hold(read(folder, version)));
  if (makes && keysIn(folder).length === 0) make(folder, 1);
  look();
  return {
    newest() {
      // Another process may have made one.
      look();
      return Math.max(...seals.keys());
    },
    seal(version) {
      if (!seals.has(version)) look();
      return seals.get(version);
    },
    add() {
      if (!makes) return undefined;
      const version = Math.max(...keysIn(folder)) + 1;
      make(folder, version);
      look();
      return version;
    },
  };
}

function keysIn(folder: string): number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map(Number);
}

function read(folder: string, version: number): KeyInput {
  return { version, key: readFileSync(join(folder, String(version)), "utf8").trim() };
}

/** There whole or not at all, and on the disk before anything is sealed with it. One that is there already stays. */
function make(folder: string, version: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${randomUUID()}`);
  const file = openSync(draft, "wx", 0o600);
  writeSync(file, `${randomBytes(KEY_BYTES).toString("base64url")}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, join(folder, String(version)));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const entries = openSync(folder, "r");
  fsyncSync(entries);
  closeSync(entries);
}
