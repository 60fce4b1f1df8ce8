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
