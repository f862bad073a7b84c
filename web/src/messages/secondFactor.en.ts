// The sentences around the second factor and the password that is asked for again, in English.

export const messages = {
  title: "Second Factor",
  signIn: {
    title: "Enter your code",
    lead: "Open your authenticator app and enter the six digits that it shows.",
    code: "Code",
    hint: "A recovery code works too, once. If you have lost your phone and codes, ask whoever runs the server.",
    submit: "Sign In",
    cancel: "Sign in as somebody else",
    wrong: "This code is not right, or it has been used. The phone's clock must be right, too.",
  },
  off: {
    state: "The second factor is off.",
    lead: "With it, signing in asks for a code from an app on your phone after the password. Somebody who learns your password can't sign in.",
    begin: "Switch on",
  },
  enrol: {
    scan: "Scan this with an authenticator app, such as Aegis, Google Authenticator or 1Password.",
    qrCode: "QR code for the authenticator app",
    secret: "Or enter this key in the app",
    code: "The six digits that the app shows",
    submit: "Confirm and switch on",
  },
  codes: {
    title: "Your recovery codes",
    lead: "Each of them signs you in once when the phone is not at hand. They are shown only now: keep them where nobody else finds them.",
    copy: "Copy the codes",
    copied: "Copied",
    download: "Save as a file",
    done: "I have kept them",
  },
  on: {
    state: "The second factor is on.",
    left: (count: number) => (count === 1 ? "1 recovery code is left." : `${count} recovery codes are left.`),
    renew: "New recovery codes",
    switchOff: "Switch off",
    sure: "From then on the password alone signs you in, and the recovery codes no longer work.",
    off: "The second factor is off",
  },
  again: {
    title: "Your password, please",
    lead: "Your sign-in is more than 15 minutes old. Enter your password again to go on; nothing you typed is lost.",
    password: "Password",
    wrong: "This password is not right.",
    code: "Code from the authenticator app, or a recovery code",
    codeNeeded: "Now the code",
    submit: "Continue",
  },
};

export type SecondFactorMessages = typeof messages;
