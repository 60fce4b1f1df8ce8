import type { RuleEvent } from '@mqdeck/contract'
import { eventOfSource } from '@mqdeck/rules/catalog'
import { isRecord } from '../../../lib/json/json-path.ts'
import { bridgeType, eventFor } from '../editor/columns.ts'
import type { TestContext } from '../queries.ts'

/** Test data as typed in the form. */
export interface TestData {
  /** The input, as in FROM. */
  readonly source: string
  readonly values: Readonly<Record<string, string>>
  /** Other columns as a JSON object, or empty. */
  readonly more: string
}

type FieldKind = 'text' | 'number' | 'flag' | 'json' | 'payload'

export interface TestField {
  readonly name: string
  /** English description from the broker, or empty. */
  readonly about: string
  readonly kind: FieldKind
  readonly initial: string
}

/** The fields of an input. */
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

/** A topic that matches a topic filter, such as `site/a/state` for `site/+/state`. */
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

/** Name of an invalid field. `more` is the field for other columns. */
export type InvalidField = { readonly invalidField: string }

/** The request body of a test. */
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

/** Such as `client_connected`, `alarm_activated` or `$bridges/mqtt:*`. Topics mean `message_publish`. */
export function eventType(source: string): string {
  if (source.startsWith('$bridges/') || source.startsWith('$sources/')) return `$bridges/${bridgeType(source)}:*`
  return source.startsWith('$events/') ? (source.split('/').at(-1) ?? '') : 'message_publish'
}
