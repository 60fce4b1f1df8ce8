import { noProperties, reasonCode, type UnsubscribePacket } from '../packets/index.ts'
import type { Connection, Established } from './connection.ts'
import { toBrokerFilter } from './mountpoint.ts'
import { traceDecision } from './packet-log.ts'

/** UNSUBSCRIBE (3.10): filters are compared character by character [MQTT-3.10.4-1]. */
export function handleUnsubscribe(
  connection: Connection,
  established: Established,
  packet: UnsubscribePacket,
): Promise<void> | undefined {
  const { hooks, log } = connection.runtime
  const { info } = established.session
  const topics = packet.topics.map((topic) => toBrokerFilter(info.mountpoint, topic))
  const changed = hooks.runFold('client.unsubscribe', topics, [info])
  const done = (filters: readonly string[]): undefined => {
    if (log.tracing) traceDecision(connection, log.tracing, 'client.unsubscribe', topics, filters)
    finish(connection, established, packet, filters)
  }
  return changed instanceof Promise ? changed.then(done) : done(changed)
}

function finish(
  connection: Connection,
  { session }: Established,
  packet: UnsubscribePacket,
  topics: readonly string[],
): void {
  const { runtime, outbox } = connection
  runtime.metrics['client.unsubscribe'] += 1
  const before = runtime.journal.writes
  const codes = packet.topics.map((_, index) => {
    const topic = topics[index]
    const was = topic !== undefined && runtime.sessions.subscriptions.unsubscribe(session, topic)
    return was ? reasonCode.success : reasonCode.noSubscriptionExisted
  })
  const reasonCodes = connection.version === 5 ? codes : []
  const send = () =>
    connection.send({ type: 'unsuback', packetId: packet.packetId, reasonCodes, properties: noProperties })
  const written = runtime.journal.writes !== before
  if (!written && outbox.deferred === 0) send()
  else outbox.defer(written ? runtime.journal.commit() : undefined, send, () => connection.close('unspecified_error'))
}
