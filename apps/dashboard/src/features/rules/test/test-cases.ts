import { z } from 'zod'
import type { TestData } from './test-data.ts'

/** A saved test with its expected result. */
export interface TestCase {
  readonly name: string
  readonly data: TestData
  readonly expected: TestOutcome
}

/** Result of a test. `text` is unparsed JSON. */
export type TestOutcome =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'noMatch' }
  | { readonly kind: 'failed'; readonly message: string }

export const isSameOutcome = (a: TestOutcome, b: TestOutcome): boolean =>
  a.kind === b.kind && (a.kind !== 'result' || b.kind !== 'result' || a.text === b.text)

const data = z.object({ source: z.string(), values: z.record(z.string(), z.string()), more: z.string() })
const testOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), text: z.string() }),
  z.object({ kind: z.literal('noMatch') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
const stored = z.array(z.object({ name: z.string(), data, expected: testOutcome }))

/*
 * Stored in the browser. EMQX accepts metadata of a rule but does not return it, so tests stored there would be lost
 * with the next change by another user.
 */
const keyOf = (ruleId: string) => `ruleTestCases:${ruleId}`

export function readCases(ruleId: string): readonly TestCase[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(keyOf(ruleId)) ?? '[]'))
  } catch {
    // Invalid data, or data of an older version.
    return []
  }
}

/** Moves the tests of a new rule to its ID. */
export function adoptCases(ruleId: string): void {
  const cases = readCases('')
  if (cases.length > 0 && writeCases(ruleId, cases)) writeCases('', [])
}

/** @returns false if the browser storage is full */
export function writeCases(ruleId: string, cases: readonly TestCase[]): boolean {
  try {
    if (cases.length === 0) localStorage.removeItem(keyOf(ruleId))
    else localStorage.setItem(keyOf(ruleId), JSON.stringify(cases))
    return true
  } catch {
    return false
  }
}
