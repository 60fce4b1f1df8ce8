import { noProperties, reasonCode, type UnsubscribePacket } from '../packets/index.ts'
import { createLongWrite } from '../session/journal.ts'
import type { Connection, Established } from './connection.ts'
import { toBrokerFilter } from './mountpoint.ts'
import { traceDecision } from './packet-log.ts'

/**
 * UNSUBSCRIBE (3.10): filters are compared character by character [MQTT-3.10.4-1]. Handled in slices like SUBSCRIBE.
 */
export async function handleUnsubscribe(
  connection: Connection,
  { session }: Established,
  packet: UnsubscribePacket,
): Promise<void> {
  const { runtime, outbox } = connection
  const { hooks, log, journal, turn } = runtime
  const topics = packet.topics.map((topic) => toBrokerFilter(session.info.mountpoint, topic))
  const changed = hooks.runFold('client.unsubscribe', topics, [session.info])
  const filters = changed instanceof Promise ? await changed : changed
  if (log.tracing) traceDecision(connection, log.tracing, 'client.unsubscribe', topics, filters)
  runtime.metrics['client.unsubscribe'] += 1
  const before = journal.writes
  const writing = createLongWrite(journal)
  const codes: number[] = []
  for (const index of packet.topics.keys()) {
    if (turn.spend()) {
      writing.pause()
      await turn.next()
    }
    if (session.hasEnded) return
    const topic = filters[index]
    const was = topic !== undefined && runtime.sessions.subscriptions.unsubscribe(session, topic)
    codes.push(was ? reasonCode.success : reasonCode.noSubscriptionExisted)
  }
  writing.end()
  const reasonCodes = connection.version === 5 ? codes : []
  const send = () =>
    connection.send({ type: 'unsuback', packetId: packet.packetId, reasonCodes, properties: noProperties })
  const written = journal.writes !== before
  if (!written && outbox.deferred === 0) send()
  else outbox.defer(written ? journal.commit() : undefined, send, () => connection.close('unspecified_error'))
}
