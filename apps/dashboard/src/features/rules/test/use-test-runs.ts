import { ApiError } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useChange, useErrorText } from '../../../api/index.ts'
import { runRule, runSql, type TestContext } from '../queries.ts'
import type { TestOutcome } from './test-cases.ts'

export interface TestRuns {
  readonly sql: (sql: string, context: TestContext) => Promise<TestOutcome>
  /** Runs the saved rule with its actions. A dry run only renders templates. */
  readonly rule: (id: string, context: TestContext, isDry: boolean) => Promise<TestOutcome>
}

/** Runs tests on the broker. They never reject. */
export function useTestRuns(): TestRuns {
  const errorText = useErrorText()
  const { run: test } = useChange(runSql)
  const { run: testRule } = useChange(runRule)
  const toOutcome = useCallback(
    async (answer: Promise<string>): Promise<TestOutcome> => {
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
    sql: (sql, context) => toOutcome(test({ sql, context })),
    rule: (id, context, isDry) => toOutcome(testRule({ id, context, isDry })),
  }
}
