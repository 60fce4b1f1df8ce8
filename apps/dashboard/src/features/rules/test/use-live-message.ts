import { matchesFilter, type RuleEvent, type RuleStep } from '@mqdeck/contract'
import { eventOfType } from '@mqdeck/rules/catalog'
import { useEffect, useEffectEvent, useState } from 'react'
import { isRecord } from '../../../lib/json/json-path.ts'
import { fieldsOf, type TestData, testDataFor } from './test-data.ts'

/** Waits for the next message or event of a saved rule, to use it as test data. */
export interface LiveMessage {
  readonly isWaiting: boolean
  readonly start: () => void
  readonly stop: () => void
}

interface LiveMessageOptions {
  /** Steps of the rule. They are needed while it waits. */
  readonly steps: readonly RuleStep[]
  readonly sources: readonly string[]
  readonly events: readonly RuleEvent[]
  readonly onMessage: (data: TestData) => void
}

export function useLiveMessage({ steps, sources, events, onMessage }: LiveMessageOptions): LiveMessage {
  /** The position of the last step before the wait. Undefined if it does not wait. */
  const [after, setAfter] = useState<number>()
  const take = useEffectEvent(() => {
    const found = steps
      .filter(({ position, event }) => after !== undefined && position > after && event === 'rule_activated')
      .map(({ data }) => toTestData(data, sources, events))
      .find((data) => data !== undefined)
    if (!found) return
    setAfter(undefined)
    onMessage(found)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks for a message when there are new steps
  useEffect(() => take(), [steps])
  return {
    isWaiting: after !== undefined,
    start: () => setAfter(steps.at(-1)?.position ?? 0),
    stop: () => setAfter(undefined),
  }
}

/** Columns of an event as JSON text. Undefined if the text is cut off, or the rule no longer selects the event. */
export function toTestData(
  json: string | undefined,
  sources: readonly string[],
  events: readonly RuleEvent[],
): TestData | undefined {
  const columns = parse(json)
  if (!columns) return undefined
  const source = sources.find((one) => selects(one, columns)) ?? (sources.length === 1 ? sources[0] : undefined)
  if (source === undefined) return undefined
  const values = Object.fromEntries(
    fieldsOf(source, events).flatMap(({ name }) => {
      const value = columns[name]
      return value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
    }),
  )
  const data = testDataFor(source, events)
  return { ...data, values: { ...data.values, ...values } }
}

function selects(source: string, { event, topic }: Readonly<Record<string, unknown>>): boolean {
  if (source.startsWith('$events/')) return eventOfType(source.split('/').at(-1) ?? '')?.name === event
  return event === 'message.publish' && typeof topic === 'string' && matchesFilter(source, topic)
}

function parse(json: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
