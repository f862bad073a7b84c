// What cart, orders and auditions say around the specified sentences, in English; it travels with these pages only.

export const messages = {
  signIn: {
    accountMade: "Your account is there. Sign in with it.",
    forCart: (heading: string) => `Sign in, and ${heading} is in your cart.`,
  },
  cart: {
    tickFirst: "Tick what you want to order.",
    undo: "Undo",
    size: "Size",
    sized: (heading: string, size: string | undefined) => (size ? `${heading}, size ${size}` : heading),
    chooseSize: "Choose a size",
    sizeMissing: (heading: string) => `Please choose a size for ${heading}`,
    sizeGone: (heading: string, size: string) => `${heading} does not come in size ${size} any more`,
    left: (heading: string, left: number) =>
      left === 1 ? `Only one ${heading} is left` : `Only ${left} of ${heading} are left`,
    soldOut: (heading: string) => `${heading} is sold out`,
    takeLeft: (left: number) => (left === 1 ? "Take the last one" : `Take ${left}`),
  },
  delivery: {
    title: "Delivery details",
    optional: "optional",
    hint: "Where the order goes. Only you and the shop see this; it is remembered for your next order.",
    name: "Name",
    whatsapp: "WhatsApp number",
    whatsappHint: "For example 0812 3456 7890",
    whatsappUnclear: "This is no phone number. Write it like 0812 3456 7890, or leave it empty.",
    address: "Address",
    note: "Note for the shop",
    deliveredTo: "Delivery",
  },
  order: {
    number: (number: string) => `Order ${number}`,
    ask: "Ask on WhatsApp",
    question: (number: string) => `Hello, I have a question about my order ${number}.`,
  },
  registration: {
    fee: "Registration fee",
    openUntil: (date: string) => `Registration is open until ${date} (UTC+7).`,
    closed: (date: string) => `Registration closed on ${date} (UTC+7).`,
    closedHint: "What came of your registration stands with the announcements.",
    toAnnouncements: "To the announcements",
    sentBefore: (date: string) => `You have sent a registration on ${date}.`,
    seeIt: "See my registration",
    mine: "My registration",
    sentOn: "Sent",
    waiting: "In review",
    next: "What comes next",
    nextWaiting: "We look at your card and your payment. What we decide will stand on this page.",
    nextAccepted: "Welcome! The times of training, rehearsal and audition stand in the announcement below.",
    nextRejected: "Thank you for coming forward. The next audition is open to you again.",
    noLongerThere: "The picture is not there any more",
  },
};

export type ProfileMessages = typeof messages;
