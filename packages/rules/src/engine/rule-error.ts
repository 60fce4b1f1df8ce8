import type { SqlProblem } from '../sql/ast.ts'
import { problemText } from '../sql/problem.ts'

/** Error with a message for users, for an invalid rule or test. */
export class RuleError extends Error {
  override readonly name = 'RuleError'
  readonly code: 'BAD_SQL' | 'NOT_FOUND' | 'UNKNOWN_EVENT'
  readonly id: string | undefined

  constructor(
    code: RuleError['code'],
    { id, problems, reason }: { id?: string | undefined; problems?: readonly SqlProblem[]; reason?: string } = {},
  ) {
    super(reason ?? (problems ? problemText(problems) : code))
    this.code = code
    this.id = id
  }
}
