import { createValue } from '../../../lib/json/value.ts'

/** The data of an error that the test of a rule takes over. */
interface SampleToTest {
  readonly ruleId: string
  /** Columns as JSON text. */
  readonly json: string
}

/** Set by the page of a rule, and cleared by its test. */
export const sampleToTest = createValue<SampleToTest | undefined>(undefined)
