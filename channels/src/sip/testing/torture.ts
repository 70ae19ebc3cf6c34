/**
 * The torture messages of RFC 4475, written down by section. `\n` stands for CRLF. `answer` is what a server has to reply to a request
 * ("none": it is dropped, "ok": it is well-formed and treated by its meaning).
 */
export interface TortureMessage {
  section: string;
  name: string;
  text: string;
  answer: "ok" | "none" | number;
}

const VIA = "Via: SIP/2.0/UDP 192.0.2.5;branch=z9hG4bK-tort";
const SDP =
  "v=0\no=mhandley 29739 7272939 IN IP4 192.0.2.3\ns=-\nc=IN IP4 192.0.2.4\nt=0 0\nm=audio 49217 RTP/AVP 0 12\na=rtpmap:31 LPC\n";

/** A request with the usual headers, of which some are replaced (by name) or left out (empty). */
function request(start: string, id: string, change: Record<string, string> = {}, body = ""): string {
  const method = start.split(" ")[0] ?? "";
  const headers: Record<string, string> = {
    Via: VIA,
    "Max-Forwards": "Max-Forwards: 70",
    From: `From: <sip:caller@example.net>;tag=${id}`,
    To: "To: <sip:user@example.com>",
    "Call-ID": `Call-ID: ${id}.kl24ahsd546folnyt2vbak9sad98u23naodiunzds09a3bqw0sdfbsk34poouymnae0043nsed09mfkvc74bd0cuwnms05dknw87hjpobd76f`,
    CSeq: `CSeq: 8 ${method}`,
    Contact: "Contact: <sip:caller@host5.example.net>",
    ...(body === "" ? {} : { "Content-Type": "Content-Type: application/sdp" }),
    "Content-Length": `Content-Length: ${Buffer.byteLength(body.replaceAll("\n", "\r\n"))}`,
    ...change,
  };
  return `${[start, ...Object.values(headers).filter((line) => line !== "")].join("\n")}\n\n${body}`;
}

const INVITE = "INVITE sip:user@example.com SIP/2.0";
const OPTIONS = "OPTIONS sip:user@example.com SIP/2.0";
const REGISTER = "REGISTER sip:example.com SIP/2.0";

export const TORTURE: readonly TortureMessage[] = [
  {
    section: "3.1.1.1",
    name: "a short tortuous INVITE",
    answer: "ok",
    text: `INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0
TO :
 sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n
from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>
  ;
  tag = 98asjd8
MaX-fOrWaRdS: 0068
Call-ID: wsinv.ndaksdj@192.0.2.1
Content-Length   : 150
cseq: 0009
  INVITE
Via  : SIP  /   2.0
 /UDP
    192.0.2.2;branch=390skdjuw
s :
NewFangledHeader:   newfangled value
 continued newfangled value
UnknownHeaderWithUnusualValue: ;;,,;;,;
Content-Type: application/sdp
Route:
 <sip:services.example.com;lr;unknownwith=value;unknown-no-value>
v:  SIP  / 2.0  / TCP     spindle.example.com   ;
  branch  =   z9hG4bK9ikj8  ,
 SIP  /    2.0   / UDP  192.168.255.111   ; branch=
 z9hG4bK30239
m:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =
      newvalue ;
  secondparam ; q = 0.33

v=0
o=mhandley 29739 7272939 IN IP4 192.0.2.3
s=-
c=IN IP4 192.0.2.4
t=0 0
m=audio 49217 RTP/AVP 0 12
m=video 3227 RTP/AVP 31
a=rtpmap:31 LPC
`,
  },
  {
    section: "3.1.1.2",
    name: "a wide range of valid characters",
    answer: 501,
    text: `!interesting-Method0123456789_*+\`.%indeed'~ sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com SIP/2.0
Via: SIP/2.0/TCP host1.example.com;branch=z9hG4bK-.!%66*_+\`'~
To: "BEL:\\\u0007 NUL:\\\u0000 DEL:\\\u007f" <sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*@example.com>
From: token1~\` token2'+_ token3*%!.- <sip:mundane@example.com>;fromParam''~+*_!.-%="\u0440\u0430\u0431\u043e\u0442\u0430\u044e\u0449\u0438\u0439";tag=_token~1'+\`*%!-.
Call-ID: intmeth.word%ZK-!.*_+'@word\`~)(><:\\/"][?}{
CSeq: 139122385 !interesting-Method0123456789_*+\`.%indeed'~
Max-Forwards: 255
extensionHeader-!.%*+_\`'~: \ufeff\u5927\u505c\u96fb
Content-Length: 0

`,
  },
  {
    section: "3.1.1.3",
    name: "escapes in addresses",
    answer: "ok",
    text: request(
      "INVITE sip:sips%3Auser%40example.com@example.net SIP/2.0",
      "esc01",
      {
        To: "To: sip:%75se%72@example.com",
        From: "From: <sip:I%20have%20spaces@example.net>;tag=938",
        Contact: "Contact: <sip:cal%6Cer@host5.example.net;%6C%72;n%61me=v%61lue%25%34%31>",
      },
      SDP,
    ),
  },
  {
    section: "3.1.1.4",
    name: "escaped nulls",
    answer: "ok",
    text: request(REGISTER, "escnull", {
      To: "To: sip:null-%00-null@example.com",
      From: "From: sip:null-%00-null@example.com;tag=839923423",
      Contact: "Contact: <sip:%00@host5.example.com>\nContact: <sip:%00%00@host5.example.com>",
    }),
  },
  {
    section: "3.1.1.5",
    name: "a percent sign that is no escape",
    answer: 501,
    text: request("RE%47IST%45R sip:registrar.example.com SIP/2.0", "esc02", {
      To: 'To: "%Z%45" <sip:resource@example.com>',
      From: 'From: "%Z%45" <sip:resource@example.com>;tag=f232jadfj23',
    }),
  },
  {
    section: "3.1.1.6",
    name: "no space between name and address",
    answer: "ok",
    text: request(OPTIONS, "lwsdisp", { From: "From: caller<sip:caller@example.com>;tag=323" }),
  },
  {
    section: "3.1.1.7",
    name: "long values",
    answer: "ok",
    text: request(
      `INVITE sip:user@example.com SIP/2.0`,
      "longreq",
      {
        To: `To: "I have a user name of ${"extreme ".repeat(10)}proportion"<sip:user@example.com:6000;unknownparam1=very${"long".repeat(20)}value;longparam${"name".repeat(25)}=shortvalue;very${"long".repeat(25)}ParameterNameWithNoValue>`,
        From: `From: sip:amazinglylongcallername${"caller".repeat(40)}@example.net;tag=12${"982".repeat(50)}424;unknownheaderparam${"name".repeat(20)}=unknowheaderparam${"value".repeat(15)};unknownValueless${"paramname".repeat(10)}`,
        Unknown: `Unknown-${"Long".repeat(20)}-Name: unknown-${"long".repeat(20)}-value; unknown-${"long".repeat(20)}-parameter-name = unknown-${"long".repeat(20)}-parameter-value`,
        Via: Array.from({ length: 34 }, (_, i) => `Via: SIP/2.0/TCP sip${33 - i}.example.com;branch=z9hG4bKxyz${i}`).join("\n"),
      },
      SDP,
    ),
  },
  {
    section: "3.1.1.8",
    name: "another request behind the end",
    answer: "ok",
    text: `${request(OPTIONS, "dblreq")}INVITE sip:joe@example.com SIP/2.0\nt: sip:joe@example.com\n\n`,
  },
  {
    section: "3.1.1.9",
    name: "semicolons in the user part",
    answer: "ok",
    text: request("OPTIONS sip:user;par=u%40example.net@example.com SIP/2.0", "semiuri"),
  },
  {
    section: "3.1.1.10",
    name: "transports of all kinds in Via",
    answer: "ok",
    text: request(OPTIONS, "transports", {
      Via: ["UDP t1", "SCTP t2", "TLS t3", "UNKNOWN t4", "TCP t5"]
        .map((hop, i) => `Via: SIP/2.0/${hop}.example.com;branch=z9hG4bKkdjuw${i}`)
        .join("\n"),
    }),
  },
  {
    section: "3.1.1.11",
    name: "a body of several parts",
    answer: 405,
    text: request(
      "MESSAGE sip:kumiko@example.org SIP/2.0",
      "mpart01",
      {
        "Content-Type": "Content-Type: multipart/mixed;boundary=7a9cbec02ceef655",
        "Content-Length": "Content-Length: 94",
      },
      "--7a9cbec02ceef655\nContent-Type: text/plain\n\nHello\n--7a9cbec02ceef655--\n------------------",
    ),
  },
  {
    section: "3.1.1.12",
    name: "a reason phrase in another script",
    answer: "none",
    text: response("200 = 2**3 * 5**2 \u043d\u043e \u0441\u0442\u043e", "unreason"),
  },
  { section: "3.1.1.13", name: "an empty reason phrase", answer: "none", text: response("100 ", "noreason") },
  {
    section: "3.1.2.1",
    name: "separators too many",
    answer: 400,
    text: request(
      INVITE,
      "badinv01",
      {
        Via: "Via: SIP/2.0/UDP 192.0.2.15;;,;,,",
        From: 'From: "Joe" <sip:joe@example.org>;;;;',
        Contact: 'Contact: "" <> ;,"Joe" <sip:joe@example.org>;;,,;;',
      },
      SDP,
    ),
  },
  {
    section: "3.1.2.2",
    name: "Content-Length too large",
    answer: 400,
    text: request(INVITE, "clerr", { "Content-Length": "Content-Length: 9999" }, SDP),
  },
  {
    section: "3.1.2.3",
    name: "a negative Content-Length",
    answer: 400,
    text: request(INVITE, "ncl", { "Content-Length": "Content-Length: -999" }, SDP),
  },
  {
    section: "3.1.2.4",
    name: "numbers too large in a request",
    answer: 400,
    text: request(REGISTER, "scalar02", {
      CSeq: "CSeq: 36893488147419103232 REGISTER",
      "Max-Forwards": "Max-Forwards: 300",
      Expires: "Expires: 10000000000000000000000000000000000000",
      Contact: "Contact: <sip:user@host129.example.com>;expires=280297596632815",
    }),
  },
  {
    section: "3.1.2.5",
    name: "numbers too large in a response",
    answer: "none",
    text: response("503 Service Unavailable", "scalarlg", {
      CSeq: "CSeq: 9292394834772304023312 OPTIONS",
      "Retry-After": "Retry-After: 949302838503028349304023988",
    }),
  },
  {
    section: "3.1.2.6",
    name: "a quote that does not end",
    answer: 400,
    text: request(INVITE, "quotbal", { To: 'To: "Mr. J. User <sip:j.user@example.com>' }, SDP),
  },
  {
    section: "3.1.2.7",
    name: "brackets around the Request-URI",
    answer: 400,
    text: request("INVITE <sip:user@example.com> SIP/2.0", "ltgtruri", {}, SDP),
  },
  {
    section: "3.1.2.8",
    name: "a space within the Request-URI",
    answer: 400,
    text: request("INVITE sip:user@example.com; lr SIP/2.0", "lwsruri", {}, SDP),
  },
  {
    section: "3.1.2.9",
    name: "spaces too many in the request line",
    answer: 400,
    text: request("INVITE  sip:user@example.com  SIP/2.0", "lwsstart", {}, SDP),
  },
  {
    section: "3.1.2.10",
    name: "spaces behind the request line",
    answer: 400,
    text: request("OPTIONS sip:remote-target@example.com SIP/2.0  ", "trws"),
  },
  {
    section: "3.1.2.11",
    name: "headers in the Request-URI",
    answer: 400,
    text: request("INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0", "escruri", {}, SDP),
  },
  {
    section: "3.1.2.12",
    name: "a date of another time zone",
    answer: 400,
    text: request(INVITE, "baddate", { Date: "Date: Fri, 01 Jan 2010 16:00:00 EST" }, SDP),
  },
  {
    section: "3.1.2.13",
    name: "a Contact that needs brackets",
    answer: 400,
    text: request(REGISTER, "regbadct", { Contact: "Contact: sip:user@example.com?Route=%3Csip:sip.example.com%3E" }),
  },
  {
    section: "3.1.2.14",
    name: "spaces within an address",
    answer: 400,
    text: request(OPTIONS, "badaspec", { To: 'To: "Watson, Thomas" < sip:t.watson@example.org >' }),
  },
  {
    section: "3.1.2.15",
    name: "a comma in a bare name",
    answer: 400,
    text: request(OPTIONS, "baddn", { From: "From: Bell, Alexander <sip:a.g.bell@example.com>;tag=43" }),
  },
  {
    section: "3.1.2.16",
    name: "an unknown version",
    answer: 505,
    text: request("OPTIONS sip:t.watson@example.org SIP/7.0", "badvers"),
  },
  {
    section: "3.1.2.17",
    name: "another method in CSeq",
    answer: 400,
    text: request(OPTIONS, "mismatch01", { CSeq: "CSeq: 8 INVITE" }),
  },
  {
    section: "3.1.2.18",
    name: "an unknown method and another in CSeq",
    answer: 400,
    text: request("NEWMETHOD sip:user@example.com SIP/2.0", "mismatch02", { CSeq: "CSeq: 8 INVITE" }),
  },
  {
    section: "3.1.2.19",
    name: "a status far out of range",
    answer: "none",
    text: response("4294967301 better not break the receiver", "bigcode"),
  },
  {
    section: "3.2.1",
    name: "a branch of the magic cookie alone",
    answer: "ok",
    text: request(OPTIONS, "badbranch", { Via: "Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK" }),
  },
  {
    section: "3.3.1",
    name: "without Call-ID, From and To",
    answer: 400,
    text: request(INVITE, "insuf", { "Call-ID": "", From: "", To: "" }, SDP),
  },
  {
    section: "3.3.2",
    name: "a scheme that nobody knows",
    answer: 416,
    text: request("OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0", "unkscm"),
  },
  {
    section: "3.3.3",
    name: "a scheme of something else",
    answer: 416,
    text: request("OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0", "novelsc"),
  },
  {
    section: "3.3.4",
    name: "unknown schemes in headers",
    answer: "ok",
    text: request(REGISTER, "unksm2", {
      To: "To: isbn:2983792873",
      From: "From: <http://www.example.com>;tag=3234233",
      Contact: "Contact: <name:John_Smith>",
    }),
  },
  {
    section: "3.3.5",
    name: "extensions that are required",
    answer: 420,
    text: request(OPTIONS, "bext01", {
      Require: "Require: nothingSupportsThis, nothingSupportsThisEither",
      Proxy: "Proxy-Require: noProxiesSupportThis, norDoAnyProxiesSupportThis",
    }),
  },
  {
    section: "3.3.6",
    name: "a body of unknown type",
    answer: 415,
    text: request(
      INVITE,
      "invut",
      { "Content-Type": "Content-Type: application/unknownformat" },
      '<audio>\n <pcmu port="443"/>\n</audio>\n',
    ),
  },
  {
    section: "3.3.7",
    name: "an unknown authorisation scheme",
    answer: 401,
    text: request(REGISTER, "regaut01", { Authorization: "Authorization: NoOneKnowsThisScheme opaque-data=here" }),
  },
  {
    section: "3.3.8",
    name: "headers more than once that stand once",
    answer: 400,
    text: request(
      INVITE,
      "multi01",
      {
        CSeq: "CSeq: 5 INVITE\nCSeq: 59 INVITE",
        "Call-ID": "Call-ID: multi01.98asdh@192.0.2.1\nCall-ID: multi01.98asdh@192.0.2.2",
      },
      SDP,
    ),
  },
  {
    section: "3.3.9",
    name: "Content-Length more than once",
    answer: 400,
    text: request(
      OPTIONS,
      "mcl01",
      { "Content-Length": "Content-Length: 13\nContent-Length: 5" },
      "There's no way to know how many octets are supposed to be here.\n",
    ),
  },
  {
    section: "3.3.10",
    name: "a response for somebody else",
    answer: "none",
    text: response("200 OK", "bcast", { Via: "Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23" }),
  },
  {
    section: "3.3.11",
    name: "Max-Forwards of zero",
    answer: "ok",
    text: request(OPTIONS, "zeromf", { "Max-Forwards": "Max-Forwards: 0" }),
  },
  {
    section: "3.3.12",
    name: "a Contact with a parameter",
    answer: "ok",
    text: request(REGISTER, "cparam01", { Contact: "Contact: sip:+19725552222@gw1.example.net;unknownparam" }),
  },
  {
    section: "3.3.13",
    name: "a Contact whose address has a parameter",
    answer: "ok",
    text: request(REGISTER, "cparam02", { Contact: "Contact: <sip:+19725552222@gw1.example.net;unknownparam>" }),
  },
  {
    section: "3.3.14",
    name: "a Contact with escaped headers",
    answer: "ok",
    text: request(REGISTER, "regescrt", { Contact: "Contact: <sip:user@example.com?Route=%3Csip:sip.example.com%3E>" }),
  },
  {
    section: "3.3.15",
    name: "an answer that can't be accepted",
    answer: 406,
    text: request(INVITE, "sdp01", { Accept: "Accept: text/nobodyKnowsThis" }, SDP),
  },
  {
    section: "3.4.1",
    name: "an INVITE of RFC 2543",
    answer: "ok",
    text: `INVITE sip:UserB@example.com SIP/2.0
Via: SIP/2.0/UDP iftgw.example.com
From: <sip:+13035551111@ift.client.example.net;user=phone>
Record-Route: <sip:UserB@example.com;maddr=ss1.example.com>
To: sip:+16505552222@ss1.example.net;user=phone
Call-ID: inv2543.1717@ift.client.example.com
CSeq: 56 INVITE
Content-Type: application/sdp

v=0
o=mhandley 29739 7272939 IN IP4 192.0.2.5
s=-
c=IN IP4 192.0.2.5
t=0 0
m=audio 49217 RTP/AVP 0
`,
  },
];

export function wireOf(message: TortureMessage): Buffer {
  return Buffer.from(message.text.replaceAll("\n", "\r\n"));
}

function response(status: string, id: string, change: Record<string, string> = {}): string {
  return request(`SIP/2.0 ${status}`, id, { CSeq: "CSeq: 8 INVITE", ...change });
}
