import { z } from 'zod'
import type { TestData } from './test-data.ts'

/** A test that was kept: what goes in, and what came out of it then. */
export interface TestCase {
  readonly name: string
  readonly data: TestData
  readonly expected: TestOutcome
}

/** What the broker says to a test. `text` is JSON as it was sent. */
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
 * In this browser: EMQX takes metadata with a rule and answers none, so that what is kept there would be lost with the next change
 * by somebody else.
 */
const keyOf = (ruleId: string) => `ruleTestCases:${ruleId}`

export function readCases(ruleId: string): readonly TestCase[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(keyOf(ruleId)) ?? '[]'))
  } catch {
    // Of an older version, or written by hand.
    return []
  }
}

/** Those that were kept while the rule did not exist yet are its own from now on. */
export function adoptCases(ruleId: string): void {
  const cases = readCases('')
  if (cases.length > 0 && writeCases(ruleId, cases)) writeCases('', [])
}

/** False when the browser keeps nothing more. */
export function writeCases(ruleId: string, cases: readonly TestCase[]): boolean {
  try {
    if (cases.length === 0) localStorage.removeItem(keyOf(ruleId))
    else localStorage.setItem(keyOf(ruleId), JSON.stringify(cases))
    return true
  } catch {
    return false
  }
}
