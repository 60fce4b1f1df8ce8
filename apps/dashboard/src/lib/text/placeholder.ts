export interface TypedPlaceholder {
  /** Offset of the dollar sign. */
  readonly from: number
  /** Offset of the end, including the closing brace. */
  readonly to: number
  /** The typed part of the name. */
  readonly name: string
}

/** The `${name` being typed at the caret; also directly after a dollar sign. */
export function placeholderAt(text: string, caret: number): TypedPlaceholder | undefined {
  const before = /\$(?:\{([^\s{}$]*))?$/.exec(text.slice(0, caret))
  if (!before) return undefined
  const rest = before[1] === undefined ? '' : (/^[^\s{}$"',]*\}/.exec(text.slice(caret))?.[0] ?? '')
  return { from: before.index, to: caret + rest.length, name: before[1] ?? '' }
}

/** The name being typed at the caret in an expression; undefined inside quotes. */
export function nameAt(text: string, caret: number): TypedPlaceholder | undefined {
  const [before = ''] = /[a-z][\w.]*$/i.exec(text.slice(0, caret)) ?? []
  const from = caret - before.length
  const quotes = text.slice(0, from).match(/'[^']*'?|"[^"]*"?/g) ?? []
  const isQuoted = quotes.some((part) => part.length === 1 || part.at(0) !== part.at(-1))
  if (before === '' || isQuoted) return undefined
  const [rest = ''] = /^[\w.]*\(?/.exec(text.slice(caret)) ?? []
  return { from, to: caret + rest.length, name: before }
}
