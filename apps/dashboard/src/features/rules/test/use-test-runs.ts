import { ApiError } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useChange, useErrorText } from '../../../data/index.ts'
import { runRule, runSql, type TestContext } from '../queries.ts'
import type { Outcome } from './test-cases.ts'

export interface Runs {
  readonly sql: (sql: string, context: TestContext) => Promise<Outcome>
  /** The saved rule with its actions: only their templates when it is dry. */
  readonly rule: (id: string, context: TestContext, isDry: boolean) => Promise<Outcome>
}

/** Tests as the broker judges them; none rejects. */
export function useRuns(): Runs {
  const errorText = useErrorText()
  const { run: test } = useChange(runSql)
  const { run: testRule } = useChange(runRule)
  const told = useCallback(
    async (answer: Promise<string>): Promise<Outcome> => {
      try {
        return { kind: 'result', text: await answer }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_MATCH') return { kind: 'noMatch' }
        return { kind: 'failed', message: errorText(error) }
      }
    },
    [errorText],
  )
  return {
    sql: (sql, context) => told(test({ sql, context })),
    rule: (id, context, isDry) => told(testRule({ id, context, isDry })),
  }
}
