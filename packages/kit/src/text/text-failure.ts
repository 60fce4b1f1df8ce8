/** Error of a text function, with a message for the author of the expression. */
export class TextFailure extends Error {}

export const fail = (message: string): never => {
  throw new TextFailure(message)
}

/** @throws TextFailure if the result is too long */
export const within = (length: number, longest: number): number =>
  length <= longest ? length : fail(`the result would be longer than ${longest} characters`)
