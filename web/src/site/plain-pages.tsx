/** The pages that only tell something. */
import { SIZES } from "../weave/draw.ts";
import { BareStrip } from "../weave/strip.tsx";

export function About(): React.ReactNode {
  return (
    <Text title="A telephone is enough.">
      <p>
        Ongea was founded in 2025 to help bridge the digital divide in Africa. Much of what is on the web asks for a smartphone,
        data, and a language that was learnt at school. A phone call asks for none of them.
      </p>
      <p>
        <b>Ongea means speak!</b> It is an open platform for AI voice assistants that hold phone conversations: they answer,
        listen, look things up, book and take messages, for call centres, businesses and individuals.
      </p>
      <h2>Open and on your own server</h2>
      <p>
        The software is free under the Apache 2.0 licence. It runs on one machine that you own, with ears, a mind and voices that
        need no account anywhere. What your callers say stays with you, unless you choose an outside model.
      </p>
      <h2>Small connections first</h2>
      <p>This page reads without scripts, weighs little, and its ornament is the calls themselves.</p>
    </Text>
  );
}

export function Privacy(): React.ReactNode {
  return (
    <Text title="Privacy">
      <p>
        This site is served by the people who run this installation of Ongea, from their own server. It asks no third party for
        anything.
      </p>
      <h2>What you send</h2>
      <p>
        A demo request keeps your name, e-mail address, company, position and the time. A message keeps your name, e-mail address
        and words. They are stored in this server&rsquo;s database and used to answer you. The operator may forward them to a tool
        of their own.
      </p>
      <h2>What is kept in your browser</h2>
      <ul>
        <li>
          <code>ongea_visit</code>: a cookie that no script can read, set after a demo request or an invitation code; it ends
          after 30 days.
        </li>
        <li>
          <code>leadData</code>: what you wrote into the demo request, so that you need not write it again. It opens nothing.
        </li>
        <li>
          <code>theme</code>: light or dark.
        </li>
      </ul>
      <h2>Calls</h2>
      <p>
        A call with an assistant is recorded and written down, so that it can be checked. Your browser asks before it uses the
        microphone.
      </p>
      <h2>Asking and deleting</h2>
      <p>
        <a href="/contact">Write to us</a> to learn what is stored about you or to have it deleted.
      </p>
    </Text>
  );
}

export function Terms(): React.ReactNode {
  return (
    <Text title="Terms">
      <p>The demo is there to try the product. It may change or end at any time, and calls in it may be deleted.</p>
      <h2>When you use the demo</h2>
      <ul>
        <li>Enter nothing that is secret: no card numbers, PINs or health records of real people.</li>
        <li>Call nobody who has not agreed to be called by an assistant.</li>
        <li>An assistant can be wrong. Do not rely on it in an emergency.</li>
      </ul>
      <h2>The software</h2>
      <p>
        Ongea is licensed under the Apache License 2.0 and comes without warranty. Whoever runs it is responsible for the laws on
        recording and calling where their callers live.
      </p>
      <h2>Figures on this site</h2>
      <p>
        Figures under &lsquo;What it changes&rsquo; are claims of the company. The calls shown are real calls, held with invented
        names.
      </p>
    </Text>
  );
}

/** For every address where there is nothing. */
export function Missing(): React.ReactNode {
  return (
    <div className="wrap text">
      <BareStrip size={SIZES.page} />
      <h1 className="say">Oops! Page not found</h1>
      <p>There is nothing at this address.</p>
      <p>
        <a className="button big first" href="/">
          Return to Home
        </a>
      </p>
    </div>
  );
}

function Text({ title, children }: { title: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div className="wrap text">
      <h1 className="say">{title}</h1>
      {children}
    </div>
  );
}
