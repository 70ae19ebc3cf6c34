/** The pages that only tell something. */
export const pages = {
  about_title: "A telephone is enough.",
  about_founded:
    "Ongea was founded in 2025 to help bridge the digital divide in Africa. Much of what is on the web asks for a smartphone, data, and a language that was learnt at school. A phone call asks for none of them.",
  about_what:
    "<b>Ongea means speak!</b> It is an open platform for AI voice agents that hold phone conversations: they answer, listen, look things up, book and take messages, for call centres, businesses and individuals.",
  about_open: "Open and on your own server",
  about_open_text:
    "The software is free under the Apache 2.0 licence. It runs on one machine that you own, with speech recognition, dialogue and voices that need no account. What your callers say stays with you, unless you choose an outside model.",
  about_small: "Small connections first",
  about_small_text:
    "These pages work without scripts and load quickly on slow connections. Their pictures are drawn from real calls.",

  privacy_title: "Privacy",
  privacy_who:
    "This site is served by the people who run this installation of Ongea, from their own server. It loads nothing from anybody else.",
  privacy_send: "What you send",
  privacy_send_text:
    "A demo request keeps your name, email address, company, position and the time. A message keeps your name, email address and words. They are stored in this server’s database and used to answer you. The operator may forward them to a tool of their own.",
  privacy_browser: "What is kept in your browser",
  privacy_visit: "a cookie that no script can read, set after a demo request or an invitation code; it ends after 30 days.",
  privacy_lead: "what you wrote in the demo request, so that you need not write it again. It opens nothing.",
  privacy_theme: "light or dark.",
  privacy_language: "the language you chose.",
  privacy_calls: "Calls",
  privacy_calls_text:
    "A call with an agent is recorded and written down, so that it can be checked. Your browser asks before it uses the microphone.",
  privacy_asking: "Asking and deleting",
  privacy_asking_text: "<write>Write to us</write> to learn what is stored about you or to have it deleted.",

  terms_title: "Terms",
  terms_demo: "The demo is there to try the product. It may change or end at any time, and calls in it may be deleted.",
  terms_using: "When you use the demo",
  terms_secret: "Enter nothing that is secret: no card numbers, PINs or health records of real people.",
  terms_agreed: "Call nobody who has not agreed to be called by an agent.",
  terms_wrong: "An agent can be wrong. Do not rely on it in an emergency.",
  terms_software: "The software",
  terms_software_text:
    "Ongea is licensed under the Apache License 2.0 and comes without warranty. Whoever runs it is responsible for the laws on recording and calling where their callers live.",
  terms_figures: "Figures on this site",
  terms_figures_text:
    "Figures under ‘What it changes’ are claims of the company. The calls shown are real calls, held with invented names.",

  missing_title: "Oops! Page not found",
  missing_text: "There is nothing at this address.",
  missing_home: "Return to Home",
};
