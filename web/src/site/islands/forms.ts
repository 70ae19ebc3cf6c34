/** The four forms. The texts, limits and delays are the specification's. */
import { BAD_EMAIL, complaintsAbout, LEAD_SENTENCES, type LeadField } from "@ongea/contract/lead-rules";
import { formOf, type Form } from "./form.ts";
import { keepLeadData, readLeadData } from "../../lead-data.ts";
import { returnPath, withReturnPath } from "../../return-path.ts";
import { send, type Sent } from "./send.ts";
import { toast } from "./toast.ts";
import { say } from "./words.ts";

const REDIRECT_MS = 1_500;
const DIALOG_MS = 1_000;

export function openForms(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-sign-in]"))
    link.href = withReturnPath("/sign-in", returnPath(location.search));
  requestDemo(formOf("request-demo"));
  verifyInvite(formOf("verify-invite"));
  contact(formOf("contact"));
  askForDemo(formOf("ask-demo"));
}

function requestDemo(form: Form<"name" | "email" | "company" | "position"> | undefined): void {
  form?.fill(readLeadData());
  form?.onSubmit(say("submitting"), async (given) => {
    if (form.show(worded(complaintsAbout(given)))) return;
    const timestamp = new Date().toISOString();
    const sent = await send("/api/zapier/demo-request", { ...given, timestamp, source: "Website Demo Request" });
    if (!sent.ok) return refused(form, sent);
    keepLeadData({ ...given, submitted: true, invitationVerified: false });
    toast(say("success"), say("demo_sent"));
    return goTo(withReturnPath(form.element.dataset["next"] ?? "/verify-invite", returnPath(location.search)));
  });
}

function verifyInvite(form: Form<"code"> | undefined): void {
  form?.onSubmit(say("verifying"), async ({ code }) => {
    const sent = await send("/api/invitations/verify", { code });
    if (!sent.ok && sent.code === "invitation.bad_code") return void form.show({ code: say("bad_code") });
    if (!sent.ok) return refused(form, sent);
    keepLeadData({ ...readLeadData(), submitted: true, invitationVerified: true });
    toast(say("success"), say("verified"));
    return goTo(returnPath(location.search));
  });
}

function contact(form: Form<"name" | "email" | "message"> | undefined): void {
  form?.onSubmit(say("sending"), async (given) => {
    const sent = await send("/api/contact-messages", given);
    if (!sent.ok) return refused(form, sent);
    form.clear();
    toast(say("message_sent"), say("message_thanks").replace("{email}", given.email));
  });
}

function askForDemo(form: Form<"name" | "email" | "company"> | undefined): void {
  if (!form) return;
  form.element.noValidate = true;
  form.onSubmit(say("submitting"), async (given) => {
    if (form.show(worded(complaintsAbout(given)))) return;
    const [sent] = await Promise.all([send("/api/leads", given), wait(DIALOG_MS)]);
    if (!sent.ok) return refused(form, sent);
    form.clear();
    form.element.closest("dialog")?.close();
    toast(say("request_submitted"), say("request_thanks"));
  });
}

/** Under the fields where the server says so; else in the words that every failure has here. */
function refused(form: Form<never>, sent: Exclude<Sent, { ok: true }>): void {
  if (!form.show(worded(sent.problems))) toast(say("error"), say("try_again"), "bad");
}

/** In the page's language what the rules of a lead say in English. */
function worded(complaints: Readonly<Record<string, string>>): Record<string, string> {
  const sentenceFor = (field: string, english: string): string => {
    if (english === BAD_EMAIL) return say("bad_email");
    return isLeadField(field) && LEAD_SENTENCES[field] === english ? say(`${field}_required`) : english;
  };
  return Object.fromEntries(Object.entries(complaints).map(([field, english]) => [field, sentenceFor(field, english)]));
}

/** Never resolves: the button stays busy until the next page is there. */
function goTo(path: string): Promise<never> {
  return new Promise(() => setTimeout(() => location.assign(path), REDIRECT_MS));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isLeadField(field: string): field is LeadField {
  return Object.hasOwn(LEAD_SENTENCES, field);
}
