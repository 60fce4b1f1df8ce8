import type { RuleEvent } from '@mqdeck/contract'
import { eventOfSource, type Source } from '@mqdeck/rules/catalog'

/**
 * Additional columns of messages from sources (console-behaviour 5.2). The columns of MQTT sources are those of an
 * event.
 */
const ofBridges: Readonly<Record<string, readonly string[]>> = {
  kafka_consumer: ['key', 'value', 'headers', 'topic', 'partition', 'offset', 'ts', 'ts_type'],
  rabbitmq: ['payload', 'queue', 'exchange', 'routing_key', 'headers'],
  gcp_pubsub_consumer: ['topic', 'value', 'attributes', 'message_id', 'ordering_key', 'publish_time'],
}
const ofAll = ['event', 'id', 'timestamp', 'node', 'metadata']

/** Type of a source, such as `mqtt` for `$bridges/mqtt:s1`. */
export const bridgeType = (source: string): string => /^\$(?:bridges|sources)\/([^:]*)/.exec(source)?.[1] ?? ''

/** The event of an input, from the event list of the broker. */
export function eventFor(source: string, events: readonly RuleEvent[]): RuleEvent | undefined {
  const wanted = source.startsWith('$bridges/')
    ? `$bridges/${bridgeType(source)}:*`
    : source.startsWith('$events/')
      ? source
      : '$events/message_publish'
  return events.find(({ event }) => event === wanted)
}

/** The columns of an input. Undefined if they are unknown. */
export function columnsOf({ text }: Pick<Source, 'text'>, events: readonly RuleEvent[]): readonly string[] | undefined {
  const reported = eventFor(text, events)
  if (reported) return [...new Set([...reported.columns, 'metadata'])]
  const type = bridgeType(text)
  if (type !== '' && type !== 'mqtt') {
    const own = Object.hasOwn(ofBridges, type) ? ofBridges[type] : undefined
    return own && [...own, ...ofAll]
  }
  const known = eventOfSource(text)?.columns
  return known && [...known, 'metadata']
}
