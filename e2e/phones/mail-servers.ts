/** Postfix and Dovecot from Debian as somebody's mail servers: mailboxes of two domains, SMTP with a login, IMAP, on loopback. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificateFor } from "./certificate.ts";
import { freePort } from "./free-port.ts";
import { isInstalled, type RunningProgram, run } from "./processes.ts";

const POSTFIX = "/usr/lib/postfix/sbin/master";
/** Both start as root only, and give it up. */
export const hasMailServers = existsSync(POSTFIX) && isInstalled("dovecot") && process.getuid?.() === 0;
/** Behind the name of a story that needs them. */
export const MAIL_LEFT_OUT = hasMailServers ? "" : " (left out: needs Postfix, Dovecot and root)";

/** Debian's user `mail`. */
const MAIL_ID = 8;
const LONGEST_MS = 600_000;

export interface MailServers {
  /** With STARTTLS. */
  smtpPort: number;
  /** With TLS. */
  imapPort: number;
  /** Of 127.0.0.1: only who is told to believe it does. */
  certFile: string;
  /** Of every mailbox. */
  password: string;
  /** What lies in the inbox, in the order in which it came. */
  inbox(address: string): string[];
  /** What they have written to their logs. */
  output(): string;
  stop(): Promise<void>;
}

export interface MailServersOptions {
  mailboxes: readonly string[];
  /** Mail to that domain goes to an SMTP server at that port. */
  elsewhere: { domain: string; port: number };
}

export async function startMailServers({ mailboxes, elsewhere }: MailServersOptions): Promise<MailServers> {
  const folder = mkdtempSync(join(tmpdir(), "ongea-mail-servers-"));
  chmodSync(folder, 0o755);
  const [smtpPort, imapPort, authPort] = [await freePort(), await freePort(), await freePort()];
  const password = "Sesame-of-tests-7";
  const boxes = join(folder, "mail");
  mkdirSync(boxes);
  chownSync(boxes, MAIL_ID, MAIL_ID);
  const tls = certificateFor("127.0.0.1", folder);
  const dovecot = startDovecot(folder, { imapPort, authPort, password, tls });
  const postfix = startPostfix(folder, { smtpPort, authPort, mailboxes, elsewhere, tls });
  const inboxOf = (address: string): string => {
    const [user = "", domain = ""] = address.split("@");
    return join(boxes, domain, user);
  };
  return {
    smtpPort,
    imapPort,
    certFile: tls.certFile,
    password,
    inbox: (address) =>
      ["cur", "new"]
        .map((kind) => join(inboxOf(address), kind))
        .flatMap((path) =>
          existsSync(path)
            ? readdirSync(path)
                .toSorted()
                .map((name) => join(path, name))
            : [],
        )
        .map((path) => readFileSync(path, "utf8")),
    output: () => `${dovecot.output()}\n${postfix.output()}\n${logOf(folder)}`,
    async stop() {
      await postfix.stop();
      await dovecot.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function logOf(folder: string): string {
  const path = join(folder, "postfix.log");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

type Certificate = ReturnType<typeof certificateFor>;

function startDovecot(
  folder: string,
  { imapPort, authPort, password, tls }: { imapPort: number; authPort: number; password: string; tls: Certificate },
): RunningProgram {
  const file = join(folder, "dovecot.conf");
  const home = `${folder}/mail/%d/%n`;
  writeFileSync(
    file,
    `base_dir = ${folder}/dovecot
state_dir = ${folder}/dovecot
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${tls.certFile}
ssl_key = <${tls.keyFile}
auth_mechanisms = plain login
mail_location = maildir:${home}
first_valid_uid = ${MAIL_ID}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${MAIL_ID} gid=${MAIL_ID} home=${home}
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${imapPort}
    ssl = yes
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = ${authPort}
  }
}
`,
  );
  return run("dovecot", ["-F", "-c", file], { timeoutMs: LONGEST_MS });
}

function startPostfix(
  folder: string,
  {
    smtpPort,
    authPort,
    mailboxes,
    elsewhere,
    tls,
  }: MailServersOptions & { smtpPort: number; authPort: number; tls: Certificate },
): RunningProgram {
  const settings = join(folder, "postfix");
  mkdirSync(settings);
  for (const part of ["spool", "data"]) mkdirSync(join(folder, part));
  execFileSync("chown", ["postfix", join(folder, "data")]);
  const boxes = mailboxes.map((address) => `${address} ${address.split("@").toReversed().join("/")}/`);
  writeFileSync(join(settings, "boxes"), boxes.join("\n"));
  const domains = [...new Set(mailboxes.map((address) => address.split("@")[1]))];
  writeFileSync(
    join(settings, "main.cf"),
    `compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${tmpdir()}
myhostname = mail.${domains[0]}
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = ${domains.join(", ")}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = texthash:${settings}/boxes
virtual_uid_maps = static:${MAIL_ID}
virtual_gid_maps = static:${MAIL_ID}
virtual_minimum_uid = ${MAIL_ID}
relay_domains = ${elsewhere.domain}
transport_maps = inline:{ { ${elsewhere.domain} = smtp:[127.0.0.1]:${elsewhere.port} } }
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${authPort}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = ${tls.certFile}
smtpd_tls_key_file = ${tls.keyFile}
`,
  );
  const internal = [
    "pickup unix n - n 60 1 pickup",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "tlsmgr unix - - n 1000? 1 tlsmgr",
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "defer unix - - n - 0 bounce",
    "trace unix - - n - 0 bounce",
    "verify unix - - n - 1 verify",
    "flush unix n - n 1000? 0 flush",
    "proxymap unix - - n - - proxymap",
    "smtp unix - - n - - smtp",
    "relay unix - - n - - smtp",
    "showq unix n - n - - showq",
    "error unix - - n - - error",
    "retry unix - - n - - error",
    "discard unix - - n - - discard",
    "virtual unix - n n - - virtual",
    "anvil unix - - n - 1 anvil",
    "scache unix - - n - 1 scache",
    "postlog unix-dgram n - n - 1 postlogd",
  ];
  writeFileSync(join(settings, "master.cf"), `127.0.0.1:${smtpPort} inet n - n - - smtpd\n${internal.join("\n")}\n`);
  execFileSync("postfix", ["-c", settings, "check"], { stdio: "ignore" });
  return run(POSTFIX, ["-d", "-c", settings], { timeoutMs: LONGEST_MS });
}
