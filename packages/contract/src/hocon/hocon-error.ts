/** A place in a text, both counted from 1; a column is a UTF-16 unit, as editors count. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** A text that is not HOCON: the message is a sentence with line, column and key. */
export class HoconError extends Error {
  override readonly name = 'HoconError'
  readonly line: number
  readonly column: number
  /** Where in the configuration it happened, as `listeners.tcp.default`; undefined at the root. */
  readonly key: string | undefined
  /** The message without the place. */
  readonly reason: string

  constructor(reason: string, { line, column }: TextPosition, key: string | undefined) {
    super(`line ${line}, column ${column}${key === undefined ? '' : `, ${key}`}: ${reason}`)
    this.line = line
    this.column = column
    this.key = key
    this.reason = reason
  }
}

/** Stops reading: what is wrong, at which offset of the text, below which key. */
export type Fail = (reason: string, at: number, path: readonly (string | number)[]) => never
