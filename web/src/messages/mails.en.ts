// What the pages around mailed links say, in English; their sentences travel with them only.

export const messages = {
  forgot: {
    lead: "Enter your email address, and we will send you a link to choose a new password.",
    submit: "Send me a link",
    sent: (email: string) => `If there is an account for ${email}, a link is on its way.`,
  },
  reset: {
    lead: "Choose the password you sign in with from now on. You will be signed out everywhere else.",
    leadFor: (email: string) => `Choose a new password for ${email}. You will be signed out everywhere else.`,
    password: "New password",
    submit: "Save and sign in",
    saved: "Your new password is saved",
    over: "This link has been used or is too old",
    overLead: "A link works once, and for one hour. You can have a new one.",
    askAgain: "Send me a new link",
  },
  confirm: {
    lead: "One step is left: say that this address is yours.",
    submit: "Confirm my email address",
    done: "Email confirmed",
    doneLead: (email: string) => `Your address is confirmed, and you are signed in as ${email}.`,
    choose: "Choose a password",
    chooseLead:
      "Your address is confirmed. More than one password was proposed for it, perhaps by somebody else, so none of them is valid. Choose the one you sign in with from now on.",
    chooseSubmit: "Save password",
    goOn: "Go to the shop",
    check: "Check your email",
    checkLead: "One step is left: open the link in the email that we sent you.",
    sent: (email: string) => `A link is on its way to ${email}.`,
    sentAgain: (email: string) => `If an account for ${email} still has to be confirmed, a link is on its way.`,
    ask: "Signed up, but no email came? Enter your address, and we will send another one.",
    over: "This link has been used or is too old",
    overLead: "If you have confirmed your address already, just sign in. Otherwise you can have a new link.",
    submitAgain: "Send me a new link",
  },
  unsubscribe: {
    lead: "You will get no more emails about orders and auditions. Emails that you ask for yourself, such as a link for a new password, still come.",
    submit: "Stop these emails",
    done: "You are unsubscribed from emails about orders and auditions.",
    doneLead: "If you change your mind, turn emails on again in My Data.",
    unknown: "This link is not known",
    unknownLead: "It may not be complete. Open it from the newest email, or choose in My Data whether you get emails.",
    goOn: "To the shop",
  },
  hint: "The link works once, for one hour. If nothing arrives within a few minutes, look in your spam folder.",
  again: "Send it again",
  againIn: (seconds: number) => `Send it again in ${seconds} s`,
  tooMany: (seconds: number) => `Too many emails requested. Try again in ${seconds} seconds.`,
  notSent: "The email could not be sent. Please try again in a few minutes.",
  otherAddress: "Another address",
  toSignIn: "To sign in",
};

export type MailMessages = typeof messages;
