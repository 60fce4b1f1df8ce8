/** What cannot be done with a text, in words for the author of the expression that wanted it. */
export class TextFailure extends Error {}

export const fail = (message: string): never => {
  throw new TextFailure(message)
}

/** @throws TextFailure when a result would be longer than it may be */
export const within = (length: number, longest: number): number =>
  length <= longest ? length : fail(`the result would be longer than ${longest} characters`)
