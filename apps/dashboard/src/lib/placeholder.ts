export interface TypedPlaceholder {
  /** Where its dollar stands. */
  readonly from: number
  /** Behind what belongs to it, the closing brace included if it is there. */
  readonly to: number
  /** What has been typed of the name. */
  readonly name: string
}

/** The `${name` that is being typed where the caret is; also right behind a dollar. */
export function placeholderAt(text: string, caret: number): TypedPlaceholder | undefined {
  const before = /\$(?:\{([^\s{}$]*))?$/.exec(text.slice(0, caret))
  if (!before) return undefined
  const rest = before[1] === undefined ? '' : (/^[^\s{}$"',]*\}/.exec(text.slice(caret))?.[0] ?? '')
  return { from: before.index, to: caret + rest.length, name: before[1] ?? '' }
}

/** The name of an expression that is being typed where the caret is; inside of quotes there is none. */
export function nameAt(text: string, caret: number): TypedPlaceholder | undefined {
  const [before = ''] = /[a-z][\w.]*$/i.exec(text.slice(0, caret)) ?? []
  const from = caret - before.length
  const quotes = text.slice(0, from).match(/'[^']*'?|"[^"]*"?/g) ?? []
  const isQuoted = quotes.some((part) => part.length === 1 || part.at(0) !== part.at(-1))
  if (before === '' || isQuoted) return undefined
  const [rest = ''] = /^[\w.]*\(?/.exec(text.slice(caret)) ?? []
  return { from, to: caret + rest.length, name: before }
}
