/** The pages with a form: request a demo, verify an invitation, contact. */
import { LEAD_LIMITS } from "@ongea/contract";
import { BareStrip } from "../weave/strip.tsx";
import { CALLS } from "./calls.ts";
import { CallStrip } from "./parts/call-strip.tsx";
import { Field, SendButton } from "./parts/field.tsx";

const SIDE = { width: 520, height: 121, pick: 5, ends: 17 };

export function RequestDemo(): React.ReactNode {
  return (
    <Page
      title="Request a demo"
      lead="Tell us who you are. The next page asks for your invitation code, and then you talk to it."
    >
      <form className="form" data-form="request-demo" noValidate>
        <Field form="demo" name="name" label="Full Name" autoComplete="name" maxLength={LEAD_LIMITS.name} />
        <Field form="demo" name="email" label="Email" type="email" autoComplete="email" maxLength={LEAD_LIMITS.email} />
        <Field form="demo" name="company" label="Company" autoComplete="organization" maxLength={LEAD_LIMITS.company} />
        <Field
          form="demo"
          name="position"
          label="Position/Role"
          autoComplete="organization-title"
          maxLength={LEAD_LIMITS.position}
        />
        <SendButton>Request Demo</SendButton>
        <p className="hint">
          We keep what you write here to answer you; <a href="/privacy">Privacy</a> says how.
        </p>
      </form>
    </Page>
  );
}

export function VerifyInvite(): React.ReactNode {
  return (
    <Page
      title="Enter your invitation code"
      lead="Upper and lower case letters differ. Spaces around the code do not matter."
      bare
    >
      <form className="form" data-form="verify-invite">
        <Field form="invite" name="code" label="Invitation Code" maxLength={LEAD_LIMITS.code} />
        <SendButton>Verify Code</SendButton>
        <p className="hint">
          No code yet? <a href="/request-demo">Request a demo</a> or <a href="/contact">write to us</a>.
        </p>
      </form>
    </Page>
  );
}

export function Contact(): React.ReactNode {
  return (
    <Page title="Contact" lead="A question, a problem, or a call that you would like an assistant to hold: write to us.">
      <form className="form" data-form="contact">
        <Field form="contact" name="name" label="Name" autoComplete="name" maxLength={LEAD_LIMITS.name} />
        <Field form="contact" name="email" label="Email" type="email" autoComplete="email" maxLength={LEAD_LIMITS.email} />
        <Field form="contact" name="message" label="Message" type="area" maxLength={LEAD_LIMITS.message} />
        <SendButton>Send Message</SendButton>
        {"\n"}
        <p className="hint">
          Or by e-mail: <a href="mailto:%CONTACT_EMAIL%">%CONTACT_EMAIL%</a>
        </p>
        {"\n"}
      </form>
    </Page>
  );
}

interface PageProps {
  title: string;
  lead: string;
  /** A strip that waits for its call. */
  bare?: boolean;
  children: React.ReactNode;
}

function Page({ title, lead, bare = false, children }: PageProps): React.ReactNode {
  return (
    <div className="wrap with-form">
      <div>
        <h1 className="say">{title}</h1>
        <p className="lead">{lead}</p>
        {children}
      </div>
      <div className="beside" aria-hidden="true">
        {bare ? <BareStrip size={SIDE} /> : <CallStrip call={CALLS.simple} size={SIDE} />}
        <p className="hint">{bare ? "Your call will be woven here." : "A real call: an appointment booked in 52 seconds."}</p>
      </div>
    </div>
  );
}
