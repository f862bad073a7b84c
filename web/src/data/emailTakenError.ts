// Sign-up error for an address already in use; a class of its own, because the form handles it separately.

export class EmailTakenError extends Error {}
