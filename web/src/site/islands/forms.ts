/** The four forms. The texts, limits and delays are the specification's. */
import { BAD_CODE, complaintsAbout } from "@ongea/contract/lead-rules";
import { formOf, type Form } from "./form.ts";
import { keepLeadData, readLeadData } from "./lead-data.ts";
import { send, type Sent } from "./send.ts";
import { toast } from "./toast.ts";

const REDIRECT_MS = 1_500;
const DIALOG_MS = 1_000;

export function openForms(): void {
  requestDemo(formOf("request-demo"));
  verifyInvite(formOf("verify-invite"));
  contact(formOf("contact"));
  askForDemo(formOf("ask-demo"));
}

function requestDemo(form: Form<"name" | "email" | "company" | "position"> | undefined): void {
  form?.fill(readLeadData());
  form?.onSubmit("Submitting...", async (given) => {
    if (form.show(complaintsAbout(given))) return;
    const timestamp = new Date().toISOString();
    const sent = await send("/api/zapier/demo-request", { ...given, timestamp, source: "Website Demo Request" });
    if (!sent.ok) return refused(form, sent);
    keepLeadData({ ...given, submitted: true, invitationVerified: false });
    toast("Success!", "Thanks! You'll be redirected shortly to enter your invitation code.");
    return goTo("/verify-invite");
  });
}

function verifyInvite(form: Form<"code"> | undefined): void {
  form?.onSubmit("Verifying...", async ({ code }) => {
    const sent = await send("/api/invitations/verify", { code });
    if (!sent.ok && sent.code === "invitation.bad_code") return void form.show({ code: BAD_CODE });
    if (!sent.ok) return refused(form, sent);
    keepLeadData({ ...readLeadData(), submitted: true, invitationVerified: true });
    toast("Success!", "Welcome! Redirecting to your demo dashboard...");
    return goTo("/dashboard");
  });
}

function contact(form: Form<"name" | "email" | "message"> | undefined): void {
  form?.onSubmit("Sending...", async (given) => {
    const sent = await send("/api/contact-messages", given);
    if (!sent.ok) return refused(form, sent);
    form.clear();
    toast("Message sent", `Thank you. The answer goes to ${given.email}.`);
  });
}

function askForDemo(form: Form<"name" | "email" | "company"> | undefined): void {
  if (!form) return;
  form.element.noValidate = true;
  form.onSubmit("Submitting...", async (given) => {
    if (form.show(complaintsAbout(given))) return;
    const [sent] = await Promise.all([send("/api/leads", given), wait(DIALOG_MS)]);
    if (!sent.ok) return refused(form, sent);
    form.clear();
    form.element.closest("dialog")?.close();
    toast("Demo request submitted", "Thank you for your interest. Our team will contact you shortly.");
  });
}

/** Under the fields where the server says so; else in the words that every failure has here. */
function refused(form: Form<never>, sent: Exclude<Sent, { ok: true }>): void {
  if (!form.show(sent.problems)) toast("Error", "Something went wrong. Please try again.", "bad");
}

/** Never resolves: the button stays busy until the next page is there. */
function goTo(path: string): Promise<never> {
  return new Promise(() => setTimeout(() => location.assign(path), REDIRECT_MS));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
