/** Keeps words that only this installation can read: AES-256-GCM under a key of its own for each purpose. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface Seal {
  /** `about`: what the words belong to; they open for that alone. */
  close(words: string, about: string): string;
  /** Throws when the words were changed, belong to something else or were sealed under another secret. */
  open(sealed: string, about: string): string;
}

/** The same for bytes: each piece becomes longer by `overheadBytes`. */
export interface ByteSeal {
  readonly overheadBytes: number;
  close(bytes: Uint8Array, about: string): Buffer;
  /** Throws as {@link Seal.open} does. */
  open(sealed: Buffer, about: string): Buffer;
}

const VERSION = "1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createByteSeal(secret: string, purpose: string): ByteSeal {
  const key = Buffer.from(hkdfSync("sha256", secret, "ongea", purpose, 32));
  return {
    overheadBytes: IV_BYTES + TAG_BYTES,
    close(bytes, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
      const closed = [cipher.update(bytes), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...closed]);
    },
    open(sealed, about) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(about));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

export function createSeal(secret: string, purpose: string): Seal {
  const bytes = createByteSeal(secret, purpose);
  return {
    close: (words, about) => `${VERSION}.${bytes.close(Buffer.from(words), about).toString("base64url")}`,
    open(sealed, about) {
      const [version, text = ""] = sealed.split(".");
      if (version !== VERSION) throw new Error("Sealed in a way that is not known");
      return bytes.open(Buffer.from(text, "base64url"), about).toString("utf8");
    },
  };
}
