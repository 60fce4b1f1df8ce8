import type { Source } from './ast.ts'
import { scanSql, type Token } from './scan.ts'

/**
 * Replaces the inputs of FROM, such as `['t/#', '$events/client_connected']`, and keeps everything else. A missing FROM
 * is added before WHERE or at the end.
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

/** Indentation of a line up to a position. Other characters before the position are replaced by spaces. */
function indentOf(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return line.replace(/\S/g, ' ')
}

export function sourceKind(text: string): Source['kind'] {
  if (text.startsWith('$events/')) return 'event'
  return text.startsWith('$bridges/') ? 'bridge' : 'topic'
}
