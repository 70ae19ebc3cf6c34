/** A program that starts a built-in host, says its process id and waits to be killed. */
import { startBuiltinHost } from "../hosts.ts";

const host = await startBuiltinHost({ socketPath: process.argv[2] ?? "" });
process.stdout.write(`${host.pid}\n`);
