import { StreamLanguage, type StringStream } from '@codemirror/language'

interface SqlState {
  /** The delimiter that ends the current multi-line token. */
  end: "'" | '"' | '*/' | undefined
}

/** Syntax colours for rule SQL. The parser of the rule engine is loaded with the rule pages. */
export const sqlLanguage = StreamLanguage.define<SqlState>({
  name: 'rule-sql',
  startState: () => ({ end: undefined }),
  token: readToken,
  languageData: {
    commentTokens: { line: '--', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', "'", '"'] },
  },
})

const keywords =
  /^(select|foreach|do|incase|from|where|as|and|or|not|in|case|when|then|else|end|if|elsif|div|mod)(?![\w$@~])/i

function readToken(stream: StringStream, state: SqlState): string | null {
  if (state.end) return readOn(stream, state)
  if (stream.eatSpace()) return null
  if (stream.match(/^--.*/)) return 'comment'
  for (const [start, end] of openings) {
    if (!stream.match(start)) continue
    state.end = end
    return readOn(stream, state)
  }
  // A word after a dot is always a key.
  const isKey = stream.string[stream.start - 1] === '.'
  if (!isKey && stream.match(keywords)) return 'keyword'
  if (!isKey && stream.match(/^(true|false|null|undefined)(?![\w$@~])/)) return 'atom'
  if (stream.match(/^[A-Za-z_][\w$@~]*(?=\s*\()/)) return isKey ? 'propertyName' : 'variableName.function'
  if (stream.match(/^[A-Za-z_][\w$@~]*/)) return isKey ? 'propertyName' : 'variableName'
  if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) return 'number'
  if (stream.match(/^(=~|!=|<>|<=|>=|[=<>+\-*/])/)) return 'operator'
  if (stream.match(/^[()[\]]/)) return 'bracket'
  stream.next()
  return 'punctuation'
}

const openings = [
  ['/*', '*/'],
  ["'", "'"],
  ['"', '"'],
] as const

/** `'…'` is a string, `"…"` a name: a topic, an event, a key with spaces. */
function readOn(stream: StringStream, state: SqlState): string {
  const { end = "'" } = state
  if (stream.skipTo(end)) {
    stream.match(end)
    state.end = undefined
  } else stream.skipToEnd()
  return end === '*/' ? 'comment' : end === '"' ? 'string.special' : 'string'
}
