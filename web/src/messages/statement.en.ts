// The sentences of the bank statement in English: the source of truth for what must be said there.

const lines = (count: number): string => (count === 1 ? "1 line" : `${count.toLocaleString("en-US")} lines`);

export const messages = {
  drop: {
    label: "Choose a statement (CSV or Excel)",
    hint: "Download the statement as CSV or Excel (.xlsx) from your bank's site and drop it here. Lines that are already known are not stored twice.",
    reading: "Reading the file…",
    demo: "Download the demo shop's statement",
  },
  refused: {
    excel: "This Excel file can't be read. In Excel, save it as .xlsx without a password, or as CSV.",
    pdf: "This is a PDF. Choose CSV or Excel when you download the statement from your bank's site.",
    noTable:
      "No lines with a day and an amount were found in this file. Choose the file of the account's transactions.",
    tooLarge: "This file is larger than 5 MB. Download a shorter period.",
    tooLargeUnpacked: "This Excel file is larger than 30 MB when it is opened. Download a shorter period.",
    tooMany: "This file has more than 10,000 lines. Download a shorter period.",
  },
  confirm: {
    title: "Check how this file was read",
    lead: "Files with the same headings are read the same way from now on.",
    account: "Account number",
    accountHint: "Whose statement this is. It keeps the lines of two accounts apart.",
    day: "Day",
    dayOrder: "Written as",
    dayOrders: { dmy: "day, month, year", mdy: "month, day, year", ymd: "year, month, day" },
    description: "Description",
    amounts: "Amounts",
    kinds: {
      signed: "One column; minus went out",
      marked: "One column; CR or DB says the direction",
      two: "Two columns: in and out",
    },
    amount: "Amount",
    mark: "In or out",
    credit: "Came in",
    debit: "Went out",
    separator: "Separator of the columns",
    separators: { ",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar |" },
    decimal: "Decimal separator",
    decimals: { ",": "a comma: 1.000,00", ".": "a dot: 1,000.00" },
    column: (place: number) => `Column ${place}`,
    preview: "As it is read",
    shown: (shown: number, count: number) => `${shown} of ${lines(count)}`,
    leftOut: (count: number) => `${lines(count)} left out`,
    nothing: "Read like this, the file has no lines. Choose other columns.",
    submit: (count: number) => `Import ${lines(count)}`,
    accountMissing: "Account number value is required",
  },
  imported: (fresh: number, known: number, account: string) =>
    `${lines(fresh)} of ${account} new, ${known.toLocaleString("en-US")} known already.`,
  cut: (count: number) =>
    count === 1
      ? "1 description is longer than 500 characters; the rest of it is not kept."
      : `${count.toLocaleString("en-US")} descriptions are longer than 500 characters; the rest of them is not kept.`,
  unsure: {
    title: "The same transfer, or another one?",
    lead: "An earlier file has an identical line on the same day. Is this another transfer?",
    further: "Another transfer",
    same: "The same one",
    added: "Transfer added.",
  },
  change: "Change how it is read",
  undo: "Undo import",
  undone: (count: number) => `Import undone: ${lines(count)} removed.`,
  title: {
    exact: (count: number) => `Exact (${count})`,
    near: (count: number) => `Possible matches (${count})`,
    two_orders: (count: number) => `One transfer for two orders (${count})`,
    paid_twice: (count: number) => `Paid twice (${count})`,
    late: (count: number) => `Late (${count})`,
    doubtful: (count: number) => `Doubtful (${count})`,
    unmatched: (count: number) => `Unmatched incoming payments (${count})`,
    matched: (count: number) => `Matched (${count})`,
  },
  lead: {
    exact: "The amount and the days fit, and no other payment fits.",
    near: "The amount fits, but several orders or lines have it, or the days are further apart.",
    two_orders: "Two orders of one buyer add up to the line.",
    paid_twice: "More was received than was due. Ask the buyer whether to send it back.",
    late: "It came more than a week after the order, or its order was rejected or deleted.",
    doubtful:
      "The same amount went out again, an earlier file has it in other words, or its day is still to come. Check the statement first.",
    unmatched: "No order fits. Find the order, or leave the line here.",
    matched: "The newest 100. What was accepted stays accepted when a line is unmatched.",
  },
  newest: (count: number) => `The newest ${count}. Older ones appear as these are matched.`,
  acceptAll: (count: number): string => (count === 1 ? "Accept it" : `Accept all ${count}`),
  accepted: (count: number): string => (count === 1 ? "1 payment accepted" : `${count} payments accepted`),
  skipped: (count: number): string =>
    `${count} ${count === 1 ? "was" : "were"} left: no longer exact, or the proof must be reviewed first.`,
  days: (days: number): string => {
    if (days === 0) return "on the same day";
    const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
    return days > 0 ? `${count} later` : `${count} earlier`;
  },
  order: (number: string) => `Order ${number}`,
  registration: (number: string) => `Registration ${number}`,
  due: (amount: string) => `to pay ${amount}`,
  states: { waiting: "Waiting", accepted: "Accepted", rejected: "Rejected", deleted: "Deleted" },
  match: "Match",
  matchAndAccept: "Match and accept",
  find: "Find the order",
  unmatch: "Unmatch",
  matched: "Matched",
  matchedAndAccepted: "Matched and accepted",
  unmatched: "Unmatched. What was accepted stays accepted.",
  outdated: "Someone else changed this. The list has been refreshed.",
  hand: {
    title: "Which payment is this?",
    search: "Order number, name or amount",
    found: (count: number): string => (count === 1 ? "1 payment found" : `${count} payments found`),
    none: "No payment found. Those already accepted, rejected or deleted are found by number, name or amount.",
    differs: (by: string) => `differs by ${by}`,
    hasLine: "has a line already",
    onlyMatch: "Only match, and decide later",
    divide: "Pays only a part of it",
    parts: "This transfer pays several",
    part: (of: string) => `Part for ${of}`,
    divided: (sum: string, all: string) => `${sum} of ${all} divided`,
    matchParts: "Match the parts and accept",
    leaveOut: (of: string) => `Leave ${of} out`,
  },
  empty: {
    title: "No statement yet",
    lead: "Once its lines are here, each is compared with what is to be paid: exact matches are accepted with one press.",
  },
  allMatched: "Every incoming payment is matched.",
};

export type StatementMessages = typeof messages;
