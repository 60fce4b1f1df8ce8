import { StreamLanguage, type StringStream } from '@codemirror/language'

interface AclState {
  /** The quote that ends the current multi-line string. */
  quote: '"' | "'" | undefined
  /** Open brackets. */
  depth: number
}

/** Syntax colours for the ACL file format of EMQX: comments, decisions and actions, conditions, strings, brackets. */
export const aclLanguage = StreamLanguage.define<AclState>({
  name: 'acl',
  startState: () => ({ quote: undefined, depth: 0 }),
  token: readToken,
  languageData: {
    commentTokens: { line: '%%' },
    closeBrackets: { brackets: ['{', '[', '"'] },
    indentOnInput: /^\s*[}\]]$/,
  },
  indent: (state, textAfter, { unit }) => Math.max(0, state.depth - (/^\s*[}\]]/.test(textAfter) ? 1 : 0)) * unit,
})

const decisions = /^(allow|deny|publish|subscribe|all)(?![\w@])/
const words = /^[a-z][\w@]*/

function readToken(stream: StringStream, state: AclState): string | null {
  if (state.quote) return readQuoted(stream, state)
  if (stream.eatSpace()) return null
  if (stream.match(/^%.*/)) return 'comment'
  if (stream.match('"')) {
    state.quote = '"'
    return readQuoted(stream, state)
  }
  if (stream.match("'")) {
    state.quote = "'"
    return readQuoted(stream, state)
  }
  if (stream.match(/^(<<|>>|\/utf8)/)) return 'bracket'
  if (stream.match(/^[{}[\]]/)) {
    state.depth = Math.max(0, state.depth + ('{['.includes(stream.current()) ? 1 : -1))
    return 'bracket'
  }
  if (stream.match(decisions)) return 'keyword'
  if (stream.match(/^(true|false)(?![\w@])/)) return 'atom'
  if (stream.match(words)) return 'propertyName'
  if (stream.match(/^-?\d+/)) return 'number'
  // An unclosed rule does not affect the colours of the next one.
  if (stream.next() === '.') state.depth = 0
  return 'punctuation'
}

function readQuoted(stream: StringStream, state: AclState): string {
  const kind = state.quote === "'" ? 'propertyName' : 'string'
  while (!stream.eol()) {
    const character = stream.next()
    if (character === '\\') stream.next()
    else if (character === state.quote) {
      state.quote = undefined
      break
    }
  }
  return kind
}
