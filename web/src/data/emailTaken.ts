// The one refusal of a sign-up that the form must tell from the others: somebody has this address.

export class EmailTaken extends Error {}
