import { parseSql } from './parse.ts'
import { scanSql, type Token } from './scan.ts'

/**
 * Formats a statement like the examples of EMQX, with one line per clause, field and condition. Comments are kept.
 * Invalid statements are returned unchanged.
 */
export function formatSql(text: string): string {
  if (parseSql(text).problems.length > 0) return text
  const layout = createLayout()
  const tokens = scanSql(text)
  let previous: Token | undefined
  for (const [index, token] of tokens.entries()) {
    const gap = text.slice(tokens[index - 1]?.to ?? 0, token.from)
    if (token.kind === 'comment') layout.comment(token, index === 0 || gap.includes('\n'))
    else {
      layout.token(token, previous, text)
      previous = token
    }
  }
  return layout.text()
}

const clauses: ReadonlySet<string> = new Set(['select', 'foreach', 'do', 'incase', 'from', 'where'])

function createLayout() {
  let out = ''
  let depth = 0
  let cases = 0
  /** Indentation of the next line, which starts before the next token. Undefined if the line continues. */
  let breakTo: number | undefined
  let isTight = true
  let endsOperand = false
  let beforeDot: Token | undefined

  const write = (words: string, { isGlued = false }: { readonly isGlued?: boolean } = {}) => {
    if (breakTo !== undefined) {
      out = out === '' ? '' : `${out}\n${'  '.repeat(breakTo)}`
      breakTo = undefined
    } else if (!isGlued && !isTight && out !== '') out += ' '
    // Two minus signs in a row would start a comment.
    else if (words.startsWith('-') && out.endsWith('-')) out += ' '
    out += words
    isTight = false
  }
  const indent = () => 1 + depth + cases

  const keyword = ({ value }: Token) => {
    const isClauseStart = clauses.has(value)
    if (isClauseStart) breakTo = 0
    if ((value === 'and' || value === 'or') && depth === 0 && cases === 0) breakTo = 1
    if (value === 'when' || value === 'else') breakTo = indent()
    if (value === 'end') {
      cases -= 1
      breakTo = indent()
    }
    write(value === 'as' ? 'as' : value.toUpperCase())
    if (value === 'case') cases += 1
    if (isClauseStart) breakTo = 1
    endsOperand = value === 'end'
  }

  const punctuation = ({ value }: Token, previous: Token | undefined) => {
    if (value === ',') {
      write(',', { isGlued: true })
      if (depth === 0 && cases === 0) breakTo = 1
      endsOperand = false
    } else if (value === '(' || value === '[') {
      write(value, { isGlued: endsOperand || (value === '(' && previous?.kind === 'name' && !isWordOperator) })
      depth += 1
      isTight = true
      endsOperand = false
    } else if (value === ')' || value === ']') {
      depth -= 1
      write(value, { isGlued: true })
      endsOperand = true
    } else {
      write(value, { isGlued: true })
      isTight = true
      endsOperand = false
    }
  }

  let isWordOperator = false
  const word = (token: Token, previous: Token | undefined, text: string) => {
    isWordOperator = token.kind === 'name' && endsOperand && /^(?:div|mod)$/i.test(token.value)
    const isKey = previous?.kind === 'punctuation' && previous.value === '.'
    // `a.1.100` would be read as the number 1.100.
    const written = text.slice(token.from, token.to)
    const isSecondNumber = isKey && token.kind === 'integer' && beforeDot?.kind === 'integer'
    write(isSecondNumber ? `'${written}'` : written)
    endsOperand = !isWordOperator
    beforeDot = isSecondNumber ? undefined : token
  }

  return {
    token(token: Token, previous: Token | undefined, text: string) {
      if (token.kind === 'keyword') keyword(token)
      else if (token.kind === 'punctuation') punctuation(token, previous)
      else if (token.kind === 'operator') {
        const isSign = !endsOperand && (token.value === '-' || token.value === '+')
        write(token.value)
        isTight = isSign
        endsOperand = false
      } else word(token, previous, text)
    },
    comment({ value }: Token, isOnOwnLine: boolean) {
      const after = breakTo
      if (isOnOwnLine) {
        breakTo = after ?? indent()
        write(value.trimEnd())
        breakTo = after ?? indent()
        return
      }
      breakTo = undefined
      write(value.trimEnd())
      breakTo = value.startsWith('--') ? (after ?? indent()) : after
    },
    text: () => out,
  }
}
