import type { RuleEvent } from '@mqdeck/contract'
import { eventOfSource, type Source } from '@mqdeck/rules/catalog'

/** What other systems' messages have, beside the columns of all (console-behaviour 5.2); those of MQTT are an event's. */
const ofBridges: Readonly<Record<string, readonly string[]>> = {
  kafka_consumer: ['key', 'value', 'headers', 'topic', 'partition', 'offset', 'ts', 'ts_type'],
  rabbitmq: ['payload', 'queue', 'exchange', 'routing_key', 'headers'],
  gcp_pubsub_consumer: ['topic', 'value', 'attributes', 'message_id', 'ordering_key', 'publish_time'],
}
const ofAll = ['event', 'id', 'timestamp', 'node', 'metadata']

/** `mqtt` of `$bridges/mqtt:s1`. */
export const bridgeType = (source: string): string => /^\$(?:bridges|sources)\/([^:]*)/.exec(source)?.[1] ?? ''

/** The event behind a source, as the broker's own list names it. */
export function eventFor(source: string, events: readonly RuleEvent[]): RuleEvent | undefined {
  const wanted = source.startsWith('$bridges/')
    ? `$bridges/${bridgeType(source)}:*`
    : source.startsWith('$events/')
      ? source
      : '$events/message_publish'
  return events.find(({ event }) => event === wanted)
}

/** What can be selected from a source; undefined where nobody knows. */
export function columnsOf({ text }: Pick<Source, 'text'>, events: readonly RuleEvent[]): readonly string[] | undefined {
  const told = eventFor(text, events)
  if (told) return [...new Set([...told.columns, 'metadata'])]
  const type = bridgeType(text)
  if (type !== '' && type !== 'mqtt') {
    const own = Object.hasOwn(ofBridges, type) ? ofBridges[type] : undefined
    return own && [...own, ...ofAll]
  }
  const known = eventOfSource(text)?.columns
  return known && [...known, 'metadata']
}
