// What leaders and administrators read at an event, in English; it travels with their screens only.

export const messages = {
  titles: { door: "Door" },
  event: "Event",
  noEvents: "There is no event yet.",
  door: {
    answers: {
      welcome: "Welcome",
      already_in: "Already in",
      other_day: "Other day",
      fee_unpaid: "Fee unpaid",
      declined: "Declined",
      other_event: "Other event",
      unknown: "Unknown",
      kept: "Not checked yet",
    },
    since: (time: string, by: string | null) => (by ? `Since ${time}, let in by ${by}` : `Since ${time}`),
    expectedOn: (days: string) => `Expected on ${days}`,
    number: (number: number) => `Number ${number}`,
    keptScan: "The list was never read on this phone. The scan is kept and checked once there is a network.",
    close: "Next",
    counts: (present: number, expected: number) => `${present} of ${expected} are in`,
    listAge: (age: string) => `List from ${age}`,
    justNow: "just now",
    noList: "The list is being read …",
    waiting: (scans: number) => (scans === 1 ? "1 scan waits to be sent" : `${scans} scans wait to be sent`),
    online: "Connected",
    offline: "No connection: scans are kept and sent later",
    notKept: "This browser keeps nothing: don't close the page while scans wait.",
    camera: "Camera",
    cameraOff: "The camera can't be used. Allow it in the browser, or check in by number or name.",
    again: "Try again",
    find: "Number or name",
    check: "Check in",
    checkNumber: (number: number) => `Check in number ${number}`,
    nobody: "Nobody on the list is called so.",
    last: "Last scans",
  },
};

export type CrewMessages = typeof messages;
