import type { RuleEvent } from '@mqdeck/contract'
import { eventOfSource } from '@mqdeck/rules/catalog'
import { isRecord } from '../../../lib/json-path.ts'
import { bridgeType, eventFor } from '../editor/columns.ts'
import type { TestContext } from '../queries.ts'

/** What the SQL is tested with, as it is typed. */
export interface TestData {
  /** What is simulated, as FROM names it. */
  readonly source: string
  readonly values: Readonly<Record<string, string>>
  /** Columns beyond those, as a JSON object; empty for none. */
  readonly more: string
}

type FieldKind = 'text' | 'number' | 'flag' | 'json' | 'payload'

export interface TestField {
  readonly name: string
  /** English, as the broker tells it; empty where it does not. */
  readonly about: string
  readonly kind: FieldKind
  readonly initial: string
}

/** What can be typed in for a source. */
export function fieldsOf(source: string, events: readonly RuleEvent[]): readonly TestField[] {
  const columns = eventFor(source, events)?.test_columns ?? eventOfSource(source)?.testColumns ?? {}
  return Object.entries(columns).map(([name, test]) => {
    const [value, about] = typeof test === 'string' ? [test, ''] : [test[0], test[1]]
    const isTopic = name === 'topic' && isTopicFilter(source)
    return {
      name,
      about,
      kind: name === 'payload' ? 'payload' : kindOf(value),
      initial: isTopic ? topicWithin(source) : typeof value === 'string' ? value : JSON.stringify(value),
    }
  })
}

const isTopicFilter = (source: string) => !source.startsWith('$events/') && !source.startsWith('$bridges/')

/** A topic that fits a filter: `site/a/state` for `site/+/state`. */
export const topicWithin = (filter: string): string =>
  filter
    .split('/')
    .map((level) => (level === '+' || level === '#' ? 'a' : level))
    .join('/')

const kindOf = (value: unknown): FieldKind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : isRecord(value) ? 'json' : 'text'

export const testDataFor = (source: string, events: readonly RuleEvent[]): TestData => ({
  source,
  values: Object.fromEntries(fieldsOf(source, events).map(({ name, initial }) => [name, initial])),
  more: '',
})

/** What cannot be sent: the name of a field, `more` for the columns beyond. */
export type InvalidField = { readonly invalidField: string }

/** What is sent to be tested. */
export function contextOf(
  { source, values, more }: TestData,
  events: readonly RuleEvent[],
): TestContext | InvalidField {
  const context: Record<string, unknown> = { event_type: eventType(source) }
  for (const { name, kind } of fieldsOf(source, events)) {
    const typed = values[name] ?? ''
    const value = typedValue(kind, typed)
    if (value === undefined) return { invalidField: name }
    context[name] = value
  }
  if (more.trim() === '') return context
  const beyond = readJson(more)
  return isRecord(beyond) ? { ...context, ...beyond } : { invalidField: 'more' }
}

function typedValue(kind: FieldKind, typed: string): unknown {
  if (kind === 'number') return typed.trim() === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed)
  if (kind === 'flag') return typed === 'true'
  return kind === 'json' ? readJson(typed) : typed
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `client_connected`, `alarm_activated`, `$bridges/mqtt:*`; topics are of messages that are published. */
export function eventType(source: string): string {
  if (source.startsWith('$bridges/') || source.startsWith('$sources/')) return `$bridges/${bridgeType(source)}:*`
  return source.startsWith('$events/') ? (source.split('/').at(-1) ?? '') : 'message_publish'
}
