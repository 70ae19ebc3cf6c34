/** What a client can meet at senders of messages, and in calls from them; part of {@link REFUSALS}. */
export const SENDER_REFUSALS = {
  "sender.not_found": { status: 404, sentence: "There is no such sender of text messages." },
  "sender.too_many": { status: 409, sentence: "This workspace has reached its limit of senders. Remove one first." },
  "sender.taken": { status: 409, sentence: "This sender has already been added." },
  "sender.not_connected": { status: 422, sentence: "Connect your account at this provider under Providers first." },
  "sender.unknown": { status: 422, sentence: "The account has no such phone number, page or bot, or may not use it." },
  "sender.not_sms": {
    status: 422,
    sentence: "Choose a sender of text messages (SMS): WhatsApp and Telegram take free text only after the person wrote.",
  },
  "sender.no_webhook": {
    status: 422,
    sentence: "Telegram does not accept this server's address. PUBLIC_URL has to be an https address that Telegram reaches.",
  },
  "sender.smtp_login": { status: 422, sentence: "The SMTP server refuses this user and password." },
  "sender.smtp_unreachable": { status: 422, sentence: "The SMTP server does not answer. Check its host, port and security." },
  "sender.smtp_certificate": { status: 422, sentence: "The certificate of the SMTP server is not valid for this host." },
  "sender.imap_login": { status: 422, sentence: "The IMAP server refuses this user and password." },
  "sender.imap_unreachable": { status: 422, sentence: "The IMAP server does not answer. Check its host, port and security." },
  "sender.imap_certificate": { status: 422, sentence: "The certificate of the IMAP server is not valid for this host." },
  "sender.imap_folder": { status: 422, sentence: "The mailbox has no such folder." },
  "sender.mail_private": {
    status: 422,
    sentence: "A mail server in a private network is reached only if the operator allows it (PRIVATE_ADDRESSES).",
  },
  "sender.mail_plain": { status: 422, sentence: "Choose TLS or STARTTLS: the password would travel unencrypted." },
  "sender.smpp_login": { status: 422, sentence: "The SMSC refuses this system ID or password." },
  "sender.smpp_refused": { status: 422, sentence: "The SMSC refuses the bind. The account may be bound elsewhere already." },
  "sender.smpp_unreachable": { status: 422, sentence: "The SMSC does not answer. Check its host, port and security." },
  "sender.smpp_certificate": { status: 422, sentence: "The certificate of the SMSC is not valid for this host." },
  "sender.smpp_private": {
    status: 422,
    sentence: "An SMSC in a private network is reached only if the operator allows it (PRIVATE_ADDRESSES).",
  },
  "sender.demo": { status: 403, sentence: "A demo workspace sends no text messages. Create an account to send them." },
  "call.no_permission": { status: 422, sentence: "This person has not allowed calls on WhatsApp. Ask them for it first." },
  "call.permission_used_up": {
    status: 409,
    sentence: "WhatsApp allows no further call to this person for now. Try again tomorrow.",
  },
  "call.permission_asked": {
    status: 409,
    sentence: "WhatsApp takes no further request to this person for now: one a day, two in seven days.",
  },
  "call.channel_country": { status: 422, sentence: "WhatsApp does not offer calls from numbers of this country." },
  "call.channel_busy": { status: 429, sentence: "WhatsApp takes no more questions right now. Try again in a moment." },
  "call.channel_refused": {
    status: 422,
    sentence: "WhatsApp refuses calls from this number. Check at Meta that calls are on for it, and its key.",
  },
  "call.channel_unreachable": { status: 503, sentence: "WhatsApp does not answer. Try again in a moment." },
} as const;
