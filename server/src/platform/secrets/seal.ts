/** Keeps words that only this installation can read: AES-256-GCM under a key of its own for each purpose. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface Seal {
  /** `about`: what the words belong to; they open for that alone. */
  close(words: string, about: string): string;
  /** Throws when the words were changed, belong to something else or were sealed under another secret. */
  open(sealed: string, about: string): string;
}

const VERSION = "1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "ongea", purpose, 32));
  return {
    close(words, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
      const closed = Buffer.concat([cipher.update(words, "utf8"), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), closed]).toString("base64url")}`;
    },
    open(sealed, about) {
      const [version, text = ""] = sealed.split(".");
      if (version !== VERSION) throw new Error("Sealed in a way that is not known");
      const bytes = Buffer.from(text, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
    },
  };
}
