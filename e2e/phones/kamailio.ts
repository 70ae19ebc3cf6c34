/** Kamailio from Debian as somebody's telephone company: accounts with passwords, a registrar, a proxy that stays in the way of its calls. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled, run } from "./processes.ts";

export const hasKamailio = isInstalled("kamailio");

export interface Kamailio {
  output(): string;
  stop(): Promise<void>;
}

export interface KamailioOptions {
  host: string;
  port: number;
  /** Everybody's. */
  password: string;
  /** `host:port` of the telephone that rings for whoever is not registered. */
  phone: string;
}

export async function startKamailio(options: KamailioOptions): Promise<Kamailio> {
  const folder = await mkdtemp(join(tmpdir(), "kamailio-"));
  const file = join(folder, "kamailio.cfg");
  await writeFile(file, configuration(options, folder));
  const program = run("kamailio", ["-f", file, "-DD", "-E", "-m", "32", "-M", "4", "-w", folder, "-Y", folder], {
    timeoutMs: 120_000,
  });
  return {
    output: program.output,
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration({ host, port, password, phone }: KamailioOptions, folder: string): string {
  return `#!KAMAILIO
listen=udp:${host}:${port}
listen=tcp:${host}:${port}
children=1
tcp_children=1
log_stderror=yes
debug=0
${["sl", "tm", "rr", "pv", "siputils", "textops", "usrloc", "registrar", "auth", "kex", "maxfwd"].map((name) => `loadmodule "${name}.so"`).join("\n")}
modparam("usrloc", "db_mode", 0)
modparam("rr", "enable_full_lr", 1)
modparam("registrar", "min_expires", 30)
# ${folder}
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("OPTIONS") && uri == myself) { sl_send_reply("200", "OK"); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK") && t_check_trans()) t_relay();
    exit;
  }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$td", "${password}", "0")) { www_challenge("$td", "1"); exit; }
    if (!save("location")) sl_reply_error();
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  record_route();
  if (src_ip == ${phone.split(":")[0]}) {
    # From the telephone to who is registered here under the name that it calls.
    if (!lookup("location")) { sl_send_reply("404", "Not here"); exit; }
    t_relay();
    exit;
  }
  if (!pv_proxy_authenticate("$fd", "${password}", "0")) { proxy_challenge("$fd", "1"); exit; }
  consume_credentials();
  if (lookup("location")) { t_relay(); exit; }
  $du = "sip:${phone}";
  t_relay();
}
`;
}
