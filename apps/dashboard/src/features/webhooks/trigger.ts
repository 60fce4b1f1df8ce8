import type { RuleEvent } from '@mqdeck/contract'
import { type Expression, parseSql, type Statement, withFrom } from '@mqdeck/rules/catalog'
import type { Locale } from '../../i18n/index.ts'

/** The trigger of a webhook. Events have their names in FROM, such as `$events/client_connected`. */
export type Trigger =
  /** Events of messages. If there are `filters`, the topic must match one of them. */
  | { readonly kind: 'messages'; readonly events: readonly string[]; readonly filters: readonly string[] }
  /** Events of clients, sessions and alarms. */
  | { readonly kind: 'events'; readonly events: readonly string[] }
  /** All messages and events. */
  | { readonly kind: 'all' }

/** Selected by topic in FROM, not by this name. */
export const published = '$events/message_publish'

export const isOfMessages = (event: string): boolean => !/^\$events\/(client|session|sys)(_|\/)/.test(event)

/** Creates the same rule SQL as the console of EMQX. Undefined for an incomplete trigger. */
export function composeSql(trigger: Trigger, known: readonly string[]): string | undefined {
  const sources = sourcesOf(trigger, known)
  if (sources.length === 0) return undefined
  const sql = withFrom('SELECT\n  *', sources)
  if (trigger.kind !== 'messages' || trigger.filters.length === 0) return sql
  // Published messages are already filtered by FROM.
  if (trigger.events.every((event) => event === published)) return sql
  return `${sql}\nWHERE\n  ${trigger.filters.map((filter) => `topic =~ '${filter}'`).join(' or ')}`
}

function sourcesOf(trigger: Trigger, known: readonly string[]): readonly string[] {
  switch (trigger.kind) {
    case 'all':
      return ['#', ...known.filter((event) => event !== published)]
    case 'events':
      return trigger.events
    case 'messages': {
      const others = trigger.events.filter((event) => event !== published)
      if (!trigger.events.includes(published)) return others
      return [...(trigger.filters.length > 0 ? trigger.filters : ['#']), ...others]
    }
  }
}

/**
 * Parses SQL to a trigger. Undefined if the form cannot represent it, for example because of other fields or
 * conditions.
 * @param known the events of the broker
 */
export function readTrigger(sql: string, known: readonly string[]): Trigger | undefined {
  const { statement, problems } = parseSql(sql)
  if (!statement || problems.length > 0 || !selectsAll(statement)) return undefined
  const conditions = statement.where === undefined ? [] : filtersIn(statement.where)
  if (conditions === undefined) return undefined
  const texts = [...new Set(statement.sources.map(({ text }) => text))]
  if (texts.some((text) => text.startsWith('$bridges/'))) return undefined
  const topics = texts.filter((text) => !text.startsWith('$events/'))
  const events = texts.filter((text) => text.startsWith('$events/'))
  if (isAll(topics, events, known) && conditions.length === 0) return { kind: 'all' }
  const ofMessages = events.filter(isOfMessages)
  if (topics.length === 0 && ofMessages.length === 0)
    return conditions.length === 0 && events.length > 0 ? { kind: 'events', events } : undefined
  if (ofMessages.length < events.length) return undefined
  const filters = filtersOf(topics, ofMessages.length > 0, conditions)
  if (!filters) return undefined
  const chosen = topics.length > 0 ? [published, ...ofMessages.filter((event) => event !== published)] : ofMessages
  return { kind: 'messages', events: chosen, filters }
}

const selectsAll = (statement: Statement): boolean =>
  statement.kind === 'select' && statement.fields.length === 1 && statement.fields[0]?.kind === 'all'

const isAll = (topics: readonly string[], events: readonly string[], known: readonly string[]): boolean =>
  topics.length === 1 &&
  topics[0] === '#' &&
  known.length > 1 &&
  known.every((event) => event === published || events.includes(event))

/** The common topic filters of all events. Undefined if FROM and WHERE have different ones. */
function filtersOf(
  topics: readonly string[],
  hasEvents: boolean,
  conditions: readonly string[],
): readonly string[] | undefined {
  const isAny = topics.length === 1 && topics[0] === '#'
  if (topics.length === 0) return conditions
  if (isAny && conditions.length === 0) return []
  if (!hasEvents) return conditions.length === 0 ? topics : undefined
  const isSame = topics.length === conditions.length && topics.every((topic) => conditions.includes(topic))
  return isSame ? topics : undefined
}

/** The filters of `topic =~ 'a' or topic =~ 'b'`. Undefined for other conditions. */
function filtersIn(where: Expression): readonly string[] | undefined {
  if (where.kind === 'logic' && where.operator === 'or') {
    const all = where.operands.map(filtersIn)
    return all.every((one) => one !== undefined) ? [...new Set(all.flat())] : undefined
  }
  if (where.kind !== 'comparison' || where.operator !== '=~') return undefined
  const { left, right } = where
  const isTopic = left.kind === 'path' && left.segments.length === 1 && left.segments[0].name === 'topic'
  return isTopic && right.kind === 'literal' && typeof right.value === 'string' ? [right.value] : undefined
}

/** False for characters that would break the quotes in FROM or WHERE. */
export const isFilter = (filter: string): boolean => /^[^"'\\]+$/.test(filter)

/** A topic that matches the filter, such as `t/1/a` for `t/+/a`. */
export const exampleTopic = (filter: string): string =>
  filter
    .split('/')
    .map((level) => (level === '+' || level === '#' ? '1' : level))
    .join('/')

/** Title of an event with a capital letter, such as `Client connected`, or its name if it has no title. */
export function eventTitle(event: string, events: readonly RuleEvent[], locale: Locale): string {
  const title = events.find((one) => one.event === event)?.title[locale] || event
  return title.slice(0, 1).toUpperCase() + title.slice(1)
}
