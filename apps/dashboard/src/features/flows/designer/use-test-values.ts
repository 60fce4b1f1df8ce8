import { withWhere } from '@mqdeck/rules/catalog'
import { useCallback, useState } from 'react'
import { type TestContext, type TestOutcome, useTestRuns } from '../../rules/index.ts'

/** The values of a test at each step of the flow. */
export interface TestValues {
  /** The message as JSON. */
  readonly input: string
  /** The input in FROM that it came from. */
  readonly source: string
  /** The fields before WHERE. */
  readonly selected: TestOutcome
  readonly passed: TestOutcome
}

/** Keeps the values of the last test. They disappear when the SQL changes. */
export function useTestValues(sql: string) {
  const runs = useTestRuns()
  const [shown, setShown] = useState<{ readonly sql: string; readonly values: TestValues }>()
  const { sql: run } = runs
  const show = useCallback(
    (tested: {
      readonly sql: string
      readonly source: string
      readonly context: TestContext
      readonly outcome: TestOutcome
    }) => {
      const { outcome } = tested
      const put = (selected: TestOutcome) =>
        setShown({
          sql: tested.sql,
          values: { input: JSON.stringify(tested.context), source: tested.source, selected, passed: outcome },
        })
      const unfiltered = withWhere(tested.sql, undefined)
      // Without WHERE, nothing is filtered out.
      if (unfiltered === tested.sql.trimEnd()) return put(outcome)
      void run(unfiltered, tested.context).then(put)
    },
    [run],
  )
  return { values: shown?.sql === sql ? shown.values : undefined, show }
}
