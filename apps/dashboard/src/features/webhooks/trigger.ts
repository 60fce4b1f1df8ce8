import { type Expression, parseSql, type Statement, withFrom } from '@mqdeck/rules/catalog'

/** When a webhook calls. Events are named as FROM names them: `$events/client_connected`. */
export type Trigger =
  /** Something happens to a message; of `filters` one has to fit its topic, where there are any. */
  | { readonly kind: 'messages'; readonly events: readonly string[]; readonly filters: readonly string[] }
  /** Something happens to clients, sessions, alarms. */
  | { readonly kind: 'events'; readonly events: readonly string[] }
  /** Anything at all. */
  | { readonly kind: 'all' }

/** Of messages that are published, FROM names topics. */
export const published = '$events/message_publish'

export const isOfMessages = (event: string): boolean => !/^\$events\/(client|session|sys)(_|\/)/.test(event)

/** Rule SQL as EMQX's own console composes it for a webhook; undefined while something is to be chosen. */
export function composeSql(trigger: Trigger, known: readonly string[]): string | undefined {
  const sources = sourcesOf(trigger, known)
  if (sources.length === 0) return undefined
  const sql = withFrom('SELECT\n  *', sources)
  if (trigger.kind !== 'messages' || trigger.filters.length === 0) return sql
  // Who publishes where nobody else looks has been chosen by FROM already.
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
 * The trigger that SQL means; undefined for what the form cannot say, such as other fields or conditions.
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

/** One list of filters for all events, or nothing: FROM and WHERE may say different things. */
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

/** `topic =~ 'a' or topic =~ 'b'`: the filters; undefined for any other condition. */
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

/** Why SQL could not carry it, so that FROM and WHERE are never broken by a quote. */
export const isFilter = (filter: string): boolean => /^[^"'\\]+$/.test(filter)

/** A topic that the filter fits: `t/1/a` for `t/+/a`. */
export const exampleTopic = (filter: string): string =>
  filter
    .split('/')
    .map((level) => (level === '+' || level === '#' ? '1' : level))
    .join('/')
