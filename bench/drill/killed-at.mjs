/**
 * Loaded into the server (NODE_OPTIONS=--import): it is killed at one step of what the first request to a path sets off (a provider's webhook
 * if no path is given). A step is each query of the database and each request to the provider, before it leaves, and the provider's answer,
 * before it is read.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import http from "node:http";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

const at = Number(process.env["KILLED_AT"] ?? "0");
const path = process.env["KILLED_IN"] ?? "/channels/";
if (at > 0 && isMainThread && process.argv[1]?.endsWith("start.mjs")) {
  const steps = new AsyncLocalStorage();
  let hasCome = false;
  const step = () => {
    const counted = steps.getStore();
    if (counted === undefined || ++counted.count !== at) return;
    process.kill(process.pid, "SIGKILL");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };

  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (event, request, ...rest) {
    if (event === "request" && request.url.startsWith(path) && !hasCome) {
      hasCome = true;
      steps.enterWith({ count: 0 });
    }
    return emit.call(this, event, request, ...rest);
  };
  const { request: ask } = http;
  http.request = (...given) => {
    step();
    const asked = ask(...given);
    asked.prependListener("response", step);
    return asked;
  };
  syncBuiltinESMExports();
  const { Client } = createRequire(new URL("../../server/package.json", import.meta.url))("pg");
  const { query } = Client.prototype;
  Client.prototype.query = function (...given) {
    step();
    return query.apply(this, given);
  };
}
