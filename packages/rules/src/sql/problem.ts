import type { Text } from '@mqdeck/contract'
import type { Span, SqlProblem } from './ast.ts'

/** Adds line and column. */
export function problemAt(text: string, { from, to }: Span, message: Text): SqlProblem {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < from; at = text.indexOf('\n', at + 1)) {
    line += 1
    start = at + 1
  }
  return { from, to, line, column: from - start + 1, message }
}

/** Plain text with one line per problem, such as `line 2, column 8: ...`. */
export const problemText = (problems: readonly SqlProblem[]) =>
  problems.map(({ line, column, message }) => `line ${line}, column ${column}: ${message.en}`).join('\n')
