/** RFC 4475 section 3.1.2: malformed. */
import type { TortureMessage } from "./torture-message.ts";
import { INVITE, OPTIONS, REGISTER, request, response, SDP } from "./torture-message.ts";

export const INVALID: readonly TortureMessage[] = [
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
];
