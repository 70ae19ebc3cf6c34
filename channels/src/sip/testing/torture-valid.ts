/** RFC 4475 section 3.1.1: strange, but well-formed. */
import type { TortureMessage } from "./torture-message.ts";
import { OPTIONS, REGISTER, request, response, SDP } from "./torture-message.ts";

export const VALID: readonly TortureMessage[] = [
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
];
