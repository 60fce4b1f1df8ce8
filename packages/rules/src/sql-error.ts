/** An error of a rule, with a message for its author. The clause is added by the caller. */
export class SqlError extends Error {}
