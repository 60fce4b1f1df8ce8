import type { Text } from '@mqdeck/contract'
import type { Span, SqlProblem } from './ast.ts'

/** A problem at its place, with the line and column that people count by. */
export function problemAt(text: string, { from, to }: Span, message: Text): SqlProblem {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < from; at = text.indexOf('\n', at + 1)) {
    line += 1
    start = at + 1
  }
  return { from, to, line, column: from - start + 1, message }
}

/** For answers in plain text: `line 2, column 8: ...`, all problems, a line each. */
export const problemText = (problems: readonly SqlProblem[]) =>
  problems.map(({ line, column, message }) => `line ${line}, column ${column}: ${message.en}`).join('\n')
