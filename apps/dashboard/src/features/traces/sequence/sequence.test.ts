import { describe, expect, test } from 'vitest'
import { createTraceFormat } from '../../../../../../packages/observe/src/traces/format.ts'
import { parseTraceLine } from '../../log/index.ts'
import { createSequence, type PacketEvent, type SequenceEvent } from './sequence.ts'

const format = createTraceFormat('json', 'text')

/** A sequence from short lines: `> PUBLISH(...)` goes to the broker, `< ...` to the client, other lines are broker events. */
function sequenceOf(lines: readonly string[], maxEvents?: number, peername = '127.0.0.1:1') {
  const sequence = createSequence(maxEvents === undefined ? {} : { maxEvents })
  let time = 0
  let peer = peername
  for (const line of lines) {
    time += 10
    if (line.startsWith('@')) {
      peer = line.slice(1)
      continue
    }
    const [arrow, text] = [line[0], line.slice(2)]
    const meta = { clientid: 'c', peername: peer }
    const written =
      arrow === '>' || arrow === '<'
        ? format(
            { tag: 'MQTT', msg: arrow === '>' ? 'mqtt_packet_received' : 'mqtt_packet_sent', meta, packet: () => text },
            time,
          )
        : format({ tag: 'SOCKET', msg: line, meta }, time)
    sequence.add(parseTraceLine(written.trimEnd()), time)
  }
  return sequence
}

const connect =
  '> CONNECT(Q0, R0, D0, ClientId=c, ProtoName=MQTT, ProtoVsn=5, CleanStart=false, KeepAlive=60, Username=u, Password=)'
const connack = (present = 0) => `< CONNACK(Q0, R0, D0, AckFlags=${present}, ReasonCode=0)`
const publish = (id: number, qos = 1, arrow = '>', dup = 0) =>
  `${arrow} PUBLISH(Q${qos}, R0, D${dup}, Topic=t, PacketId=${qos === 0 ? 'undefined' : id}, Payload=x)`
const ack = (type: string, id: number, arrow = '<', code = 0) =>
  `${arrow} ${type}(Q0, R0, D0, PacketId=${id}, ReasonCode=${code})`

const packetsOf = (events: readonly SequenceEvent[]) =>
  events.filter((event): event is PacketEvent => event.kind === 'packet')
const stateOf = ({ exchange }: PacketEvent) =>
  exchange && (exchange.isComplete ? 'answered' : exchange.isAbandoned ? 'abandoned' : 'open')

describe('packets and their responses', () => {
  test('form an exchange, with the time between them', () => {
    const packets = packetsOf(
      sequenceOf([connect, connack(), publish(1), publish(2), ack('PUBACK', 2), ack('PUBACK', 1)]).events(),
    )
    expect(packets.map(({ type, after }) => [type, after])).toEqual([
      ['CONNECT', undefined],
      ['CONNACK', 10],
      ['PUBLISH', undefined],
      ['PUBLISH', undefined],
      ['PUBACK', 10],
      ['PUBACK', 30],
    ])
    expect(packets[2]?.exchange).toBe(packets[5]?.exchange)
    expect(packets[3]?.exchange?.seqs).toEqual([packets[3]?.seq, packets[4]?.seq])
  })

  test('of QoS 2 form an exchange of four packets', () => {
    const lines = [publish(1, 2), ack('PUBREC', 1), ack('PUBREL', 1, '>'), ack('PUBCOMP', 1)]
    const packets = packetsOf(sequenceOf(lines).events())
    expect(new Set(packets.map(({ exchange }) => exchange)).size).toBe(1)
    expect(packets.map(stateOf)).toEqual(['answered', 'answered', 'answered', 'answered'])
  })

  test('a PUBREC with an error completes the exchange [MQTT-4.3.3-4]', () => {
    expect(packetsOf(sequenceOf([publish(1, 2), ack('PUBREC', 1, '<', 135)]).events()).map(stateOf)).toEqual([
      'answered',
      'answered',
    ])
  })

  test('use independent packet IDs per direction [MQTT-2.2.1-3]', () => {
    const packets = packetsOf(sequenceOf([publish(1), publish(1, 1, '<'), ack('PUBACK', 1, '>')]).events())
    expect(packets.map(stateOf)).toEqual(['open', 'answered', 'answered'])
  })

  test('a duplicate continues the exchange, a new message with the same packet ID does not', () => {
    const again = packetsOf(sequenceOf([publish(1), publish(1, 1, '>', 1), ack('PUBACK', 1)]).events())
    expect(again.map(stateOf)).toEqual(['answered', 'answered', 'answered'])
    const other = packetsOf(sequenceOf([publish(1), publish(1), ack('PUBACK', 1)]).events())
    expect(other.map(stateOf)).toEqual(['abandoned', 'answered', 'answered'])
  })

  test('a response without a traced request and a QoS 0 message have no exchange', () => {
    expect(packetsOf(sequenceOf([ack('PUBACK', 4), publish(0, 0)]).events()).map(stateOf)).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('connections', () => {
  test('start with CONNECT, and abandon open exchanges when they are closed', () => {
    const sequence = sequenceOf([
      connect,
      connack(),
      publish(1),
      'emqx_connection_terminated',
      '@127.0.0.1:2',
      connect,
      connack(),
      ack('PUBACK', 1),
    ])
    expect(sequence.connections()).toEqual([
      { number: 1, peername: '127.0.0.1:1', version: 5, hasConnect: true },
      { number: 2, peername: '127.0.0.1:2', version: 5, hasConnect: true },
    ])
    const packets = packetsOf(sequence.events())
    expect(stateOf(packets[2] as PacketEvent)).toBe('abandoned')
    expect(packets.at(-1)?.exchange).toBeUndefined()
  })

  test('with a resumed session continue its open messages [MQTT-4.4.0-1]', () => {
    const sequence = sequenceOf([
      connect,
      connack(),
      publish(1, 1, '<'),
      'emqx_connection_terminated',
      '@127.0.0.1:2',
      connect,
      connack(1),
      publish(1, 1, '<', 1),
      ack('PUBACK', 1, '>'),
    ])
    const packets = packetsOf(sequence.events()).slice(2)
    expect(packets.filter(({ type }) => type !== 'CONNECT' && type !== 'CONNACK').map(stateOf)).toEqual([
      'answered',
      'answered',
      'answered',
    ])
  })

  test('without a traced CONNECT are marked, and the same port can be used again', () => {
    const sequence = sequenceOf([publish(1), connect, connack()])
    expect(sequence.connections().map(({ hasConnect }) => hasConnect)).toEqual([false, true])
    expect(sequence.events().map(({ kind }) => kind)).toEqual([
      'connection',
      'packet',
      'connection',
      'packet',
      'packet',
    ])
  })

  test('that overlap are kept apart', () => {
    const sequence = sequenceOf([publish(1), '@127.0.0.1:2', publish(1), '@127.0.0.1:1', ack('PUBACK', 1)])
    expect(packetsOf(sequence.events()).map(stateOf)).toEqual(['answered', 'open', 'answered'])
  })
})

test('the oldest events are dropped at the limit and counted', () => {
  const sequence = sequenceOf(
    Array.from({ length: 99 }, (_, index) => publish(index + 1)),
    80,
  )
  const events = sequence.events()
  expect(sequence.omittedCount() + events.length).toBe(100)
  expect(events.length).toBeLessThan(90)
  expect(events.at(-1)?.seq).toBe(99)
})

test('broker events have a severity', () => {
  const severity = (entry: Parameters<typeof format>[0]) => {
    const sequence = createSequence()
    sequence.add(parseTraceLine(format(entry, 0).trimEnd()), 0)
    const last = sequence.events().at(-1)
    return last?.kind === 'note' ? last.severity : undefined
  }
  const meta = { clientid: 'c', peername: 'p:1' }
  expect(severity({ tag: 'PUBLISH', msg: 'publish_to', meta })).toBe('routine')
  expect(severity({ tag: 'SESSION', msg: 'session_created', meta })).toBe('plain')
  expect(severity({ tag: 'AUTHN', msg: 'authentication_result', meta: { ...meta, result: 'deny' } })).toBe('red')
  expect(severity({ tag: 'AUTHN', msg: 'authentication_result', meta: { ...meta, result: 'allow' } })).toBe('plain')
  expect(severity({ tag: 'MQUEUE', level: 'warning', msg: 'dropped_msg_due_to_mqueue_is_full', meta })).toBe('amber')
  expect(severity({ tag: 'AUTHZ', level: 'warning', msg: 'authorization_permission_denied', meta })).toBe('red')
})
