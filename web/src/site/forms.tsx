/** The pages with a form: request a demo, verify an invitation, contact. */
import { LEAD_LIMITS } from "@ongea/contract";
import { richSentence } from "../words/rich-sentence.tsx";
import { Beside } from "./sections/beside.tsx";
import { Field, SendButton } from "./sections/field.tsx";
import { usePageContext } from "./page-context.ts";

export function RequestDemo(): React.ReactNode {
  const { words, at } = usePageContext();
  const { say } = words;
  return (
    <Page title={say("frame.demo_title")} lead={say("frame.demo_lead")}>
      <p className="first-account" role="status" data-first-account hidden>
        {say("frame.first_account")}
      </p>
      <form className="form" data-form="request-demo" data-next={at("/verify-invite")} noValidate>
        <Field form="demo" name="name" label={say("frame.full_name")} autoComplete="name" maxLength={LEAD_LIMITS.name} />
        <Field
          form="demo"
          name="email"
          label={say("frame.email")}
          type="email"
          autoComplete="email"
          maxLength={LEAD_LIMITS.email}
        />
        <Field
          form="demo"
          name="company"
          label={say("frame.company")}
          autoComplete="organization"
          maxLength={LEAD_LIMITS.company}
        />
        <Field
          form="demo"
          name="position"
          label={say("frame.position")}
          autoComplete="organization-title"
          maxLength={LEAD_LIMITS.position}
        />
        <SendButton>{say("frame.demo_send")}</SendButton>
        <p className="hint">{richSentence(words, "frame.demo_hint", { privacy: linkTo(at("/privacy")) })}</p>
        <SignInLink />
      </form>
    </Page>
  );
}

export function VerifyInvite(): React.ReactNode {
  const { words, at } = usePageContext();
  const { say } = words;
  return (
    <Page title={say("frame.invite_title")} lead={say("frame.invite_lead")} bare>
      <form className="form" data-form="verify-invite">
        <Field form="invite" name="code" label={say("frame.code")} maxLength={LEAD_LIMITS.code} />
        <SendButton>{say("frame.invite_send")}</SendButton>
        <p className="hint">
          {richSentence(words, "frame.invite_hint", { ask: linkTo(at("/request-demo")), write: linkTo(at("/contact")) })}
        </p>
        <SignInLink />
      </form>
    </Page>
  );
}

/** For people who need no demo; the place that they asked for comes along. */
function SignInLink(): React.ReactNode {
  const { words } = usePageContext();
  return (
    <a className="link" href="/sign-in" data-sign-in>
      {words.say("frame.have_account")}
    </a>
  );
}

export function Contact(): React.ReactNode {
  const { words } = usePageContext();
  const { say } = words;
  return (
    <Page title={say("frame.contact")} lead={say("frame.contact_lead")}>
      <form className="form" data-form="contact">
        <Field form="contact" name="name" label={say("frame.name")} autoComplete="name" maxLength={LEAD_LIMITS.name} />
        <Field
          form="contact"
          name="email"
          label={say("frame.email")}
          type="email"
          autoComplete="email"
          maxLength={LEAD_LIMITS.email}
        />
        <Field form="contact" name="message" label={say("frame.message")} type="area" maxLength={LEAD_LIMITS.message} />
        <SendButton>{say("frame.contact_send")}</SendButton>
        {"\n"}
        <p className="hint">
          {richSentence(words, "frame.contact_hint", {
            address: () => <a href="mailto:%CONTACT_EMAIL%">%CONTACT_EMAIL%</a>,
          })}
        </p>
        {"\n"}
      </form>
    </Page>
  );
}

function linkTo(href: string): (text: string) => React.ReactNode {
  return (text) => <a href={href}>{text}</a>;
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
      <Beside bare={bare} />
    </div>
  );
}
