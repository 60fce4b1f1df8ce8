import { StreamLanguage, type StringStream } from '@codemirror/language'

interface HoconState {
  /** Inside a multi-line string (`"""`). */
  isRaw: boolean
  /** After `=` or `:`, until the end of the value. */
  isValue: boolean
  /** Open brackets. */
  depth: number
}

/** Syntax colours for HOCON: comments, keys, strings, numbers, substitutions, brackets. */
export const hoconLanguage = StreamLanguage.define<HoconState>({
  name: 'hocon',
  startState: () => ({ isRaw: false, isValue: false, depth: 0 }),
  token: readToken,
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['{', '[', '"'] },
    indentOnInput: /^\s*[}\]]$/,
  },
  indent: (state, textAfter, { unit }) => Math.max(0, state.depth - (/^\s*[}\]]/.test(textAfter) ? 1 : 0)) * unit,
})

function readToken(stream: StringStream, state: HoconState): string | null {
  if (state.isRaw) return readRaw(stream, state)
  if (stream.sol()) state.isValue = false
  if (stream.eatSpace()) return null
  if (stream.match(/^(#|\/\/).*/)) return 'comment'
  if (stream.match('"""')) {
    state.isRaw = true
    return readRaw(stream, state)
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return state.isValue || !isKeyNext(stream) ? 'string' : 'propertyName'
  if (stream.match(/^\$\{\??[^}]*\}?/)) return 'string.special'
  if (stream.match(/^(\+=|=|:)/)) {
    state.isValue = true
    return 'operator'
  }
  if (stream.match(/^[{}[\],]/)) {
    const bracket = stream.current()
    if ('{['.includes(bracket)) state.depth += 1
    if ('}]'.includes(bracket)) state.depth = Math.max(0, state.depth - 1)
    state.isValue = bracket === '[' || (bracket === ',' && state.isValue && !isKeyNext(stream))
    return 'bracket'
  }
  if (!state.isValue && stream.match(/^include\b(?=\s)/)) return 'keyword'
  if (stream.match(/^(true|false|on|off|null|infinity|disabled)(?![\w.-])/)) return 'atom'
  if (stream.match(/^-?\d+(\.\d+)?([a-zA-Z%]+(\/[a-z]+)?)?(?![\w.:-])/)) return 'number'
  stream.match(/^[^\s{}[\],:="#$+]+/) || stream.next()
  return state.isValue && !isKeyNext(stream) ? 'string' : 'propertyName'
}

/** `a { … }`, `a = 1`, `a : 1`, `a.b += 1`. */
function isKeyNext(stream: StringStream): boolean {
  return /^\s*([{=:]|\+=|\.)/.test(stream.string.slice(stream.pos))
}

function readRaw(stream: StringStream, state: HoconState): string {
  while (!stream.eol()) {
    if (stream.match('"""')) {
      state.isRaw = false
      break
    }
    stream.next()
  }
  return 'string'
}
