import type { RuleEventKind } from './event.ts'
import { ruleEvents } from './table.ts'

const byEvent = new Map(ruleEvents.map((kind) => [kind.event, kind]))
const published = byEvent.get('$events/message_publish')
const bridged = byEvent.get('$bridges/mqtt:*')

/** The event of an input in FROM: a topic filter, `$events/...` or `$bridges/type:name`. */
export function eventOfSource(source: string): RuleEventKind | undefined {
  if (source.startsWith('$bridges/') || source.startsWith('$sources/')) return bridged
  return source.startsWith('$events/') ? byEvent.get(source) : published
}

/** The event of the `event_type` of a test, such as `client_connected`, `alarm_activated` or `$bridges/mqtt:*`. */
export function eventOfType(type: string): RuleEventKind | undefined {
  if (type.startsWith('$bridges/') || type.startsWith('$sources/')) return bridged
  return byEvent.get(`$events/${type}`) ?? byEvent.get(`$events/sys/${type}`)
}
