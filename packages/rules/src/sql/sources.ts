import type { Source } from './ast.ts'
import { scanSql, type Token } from './scan.ts'

/**
 * The text with another list of sources in its FROM, everything else as it stands: `['t/#', '$events/client_connected']`.
 * Without a FROM one is put before WHERE or at the end.
 */
export function withFrom(text: string, sources: readonly string[]): string {
  const tokens = scanSql(text).filter(({ kind }) => kind !== 'comment')
  const at = tokens.findIndex((token) => isKeyword(token, 'from'))
  const end = tokens.findIndex((token, index) => index > at && isKeyword(token, 'where'))
  const from = tokens[at]
  if (from === undefined) return withNewFrom(text, tokens[end], sources)
  const list = tokens.slice(at + 1, end === -1 ? tokens.length : end)
  const first = list[0]
  const last = list.at(-1)
  if (first === undefined || last === undefined) {
    const [head, tail] = [text.slice(0, from.to), text.slice(from.to)]
    return `${head} ${listed(sources, ', ')}${/^\s|^$/.test(tail) ? '' : ' '}${tail}`
  }
  const separator = text.slice(first.from, last.to).includes('\n') ? `,\n${indentOf(text, first.from)}` : ', '
  return text.slice(0, first.from) + listed(sources, separator) + text.slice(last.to)
}

const listed = (sources: readonly string[], separator: string) => sources.map((source) => `"${source}"`).join(separator)

const isKeyword = ({ kind, value }: Token, word: string) => kind === 'keyword' && value === word

function withNewFrom(text: string, where: Token | undefined, sources: readonly string[]): string {
  const clause = `FROM\n  ${listed(sources, ',\n  ')}`
  if (where === undefined) return `${text.trimEnd()}\n${clause}`
  return `${text.slice(0, where.from).trimEnd()}\n${clause}\n${text.slice(where.from)}`
}

/** The blanks that a line begins with, up to a place in it; blanks as wide as the text before when there is such. */
function indentOf(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return line.replace(/\S/g, ' ')
}

/** What kind of source a text in FROM is. */
export function sourceKind(text: string): Source['kind'] {
  if (text.startsWith('$events/')) return 'event'
  return text.startsWith('$bridges/') ? 'bridge' : 'topic'
}
