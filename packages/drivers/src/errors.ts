/** The other side has answered, and the answer is an error: the connection as such is in order. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
}

/** The answer is longer than the limit. */
export class LongAnswerError extends AnswerError {}

/**
 * A message that may be shown and logged. Databases quote values that they reject, and such a value may be a password.
 */
export function withoutValues(message: string, values: readonly unknown[]): string {
  let text = message
  for (const value of values) {
    const shown = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
    if (shown === '') continue
    for (const quote of [`'`, '"', '`']) text = text.replaceAll(`${quote}${shown}${quote}`, () => `${quote}...${quote}`)
  }
  return text
}
