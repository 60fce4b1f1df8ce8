import { expect, test } from 'vitest'
import { parseTraceLine } from '../../log/index.ts'
import { filterEvents, type SequenceFilter } from './filter-events.ts'
import { createSequence } from './sequence.ts'

const at = '2026-11-21T22:31:03.718000+00:00'
const sequence = createSequence()
for (const line of [
  '[MQTT] c@p:1 msg: mqtt_packet_received, packet: CONNECT(Q0, R0, D0, ClientId=c, ProtoName=MQTT, ProtoVsn=5, CleanStart=true, KeepAlive=60, Username=undefined, Password=)',
  '[SESSION] c@p:1 msg: session_created',
  '[MQTT] c@p:1 msg: mqtt_packet_received, packet: PUBLISH(Q0, R0, D0, Topic=Hall/1, PacketId=undefined, Payload=x)',
  '[PUBLISH] c@p:1 msg: publish_to, topic: Hall/1, payload: x',
  '[MQTT] c@p:1 msg: mqtt_packet_received, packet: PINGREQ(Q0, R0, D0)',
  '[MQTT] c@p:2 msg: mqtt_packet_sent, packet: SUBACK(Q0, R0, D0, PacketId=1, ReasonCodes=[0])',
])
  sequence.add(parseTraceLine(`${at} ${line}`), 0)

const all: SequenceFilter = { family: undefined, notes: 'all', pings: true, connection: undefined, find: '' }
const names = (change: Partial<SequenceFilter>) =>
  filterEvents(sequence.events(), { ...all, ...change }).map((event) =>
    event.kind === 'packet' ? event.type : event.kind === 'note' ? event.msg : `#${event.connection.number}`,
  )

test.each<[string, Partial<SequenceFilter>, readonly string[]]>([
  [
    'no filter shows everything',
    {},
    ['#1', 'CONNECT', 'session_created', 'PUBLISH', 'publish_to', 'PINGREQ', '#2', 'SUBACK'],
  ],
  [
    'important hides routine events',
    { notes: 'important' },
    ['#1', 'CONNECT', 'session_created', 'PUBLISH', 'PINGREQ', '#2', 'SUBACK'],
  ],
  ['packets only, without pings', { notes: 'none', pings: false }, ['#1', 'CONNECT', 'PUBLISH', '#2', 'SUBACK']],
  ['one family', { family: 'messages', notes: 'none' }, ['#1', 'PUBLISH', '#2']],
  ['one connection', { connection: 2 }, ['#2', 'SUBACK']],
  ['a case-insensitive text', { find: 'hall' }, ['PUBLISH', 'publish_to']],
])('%s', (_name, change, expected) => expect(names(change)).toEqual(expected))
