import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Files in PEM, made in a folder: for this address, believed by nobody who is not told to. */
export function certificateFor(address: string, folder: string): { keyFile: string; certFile: string } {
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${address}`];
  execFileSync("openssl", [...made, "-addext", `subjectAltName=IP:${address}`, "-keyout", keyFile, "-out", certFile], {
    stdio: "ignore",
  });
  return { keyFile, certFile };
}
