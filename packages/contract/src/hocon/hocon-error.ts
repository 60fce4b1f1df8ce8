/** A position in a text, counted from 1. Columns are UTF-16 units, as in editors. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Error of a text that is not valid HOCON. The message has line, column and key. */
export class HoconError extends Error {
  override readonly name = 'HoconError'
  readonly line: number
  readonly column: number
  /** Path of the key, such as `listeners.tcp.default`; undefined at the root. */
  readonly key: string | undefined
  /** The message without the position. */
  readonly reason: string

  constructor(reason: string, { line, column }: TextPosition, key: string | undefined) {
    super(`line ${line}, column ${column}${key === undefined ? '' : `, ${key}`}: ${reason}`)
    this.line = line
    this.column = column
    this.key = key
    this.reason = reason
  }
}

/** Aborts parsing, with the reason, the offset in the text, and the path of the key. */
export type Fail = (reason: string, at: number, path: readonly (string | number)[]) => never
