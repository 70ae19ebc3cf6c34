/** RFC 4475 from section 3.2 on: well-formed, but hard to treat by their meaning. */
import type { TortureMessage } from "./torture-message.ts";
import { INVITE, OPTIONS, REGISTER, request, response, SDP } from "./torture-message.ts";

export const MEANING: readonly TortureMessage[] = [
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
