import { silentLog } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { createHooks } from '../create-hooks.ts'
import { Dispatch } from '../dispatch.ts'
import { createFlowControl, exclusionMs, type FlowControl, maxHoldMs } from '../flow-control.ts'
import { createMetrics } from '../metrics.ts'
import { defaultMqttSettings, defaultZoneSettings, type MqttSettings } from '../settings.ts'
import { createTurn } from '../turn.ts'
import type { ClientInfo, Message, Qos, SubscriptionOptions } from '../types.ts'
import { createZones, type Zones } from '../zones.ts'
import { createHeldBytes, type HeldBytes, type HeldLimits, heldLimitsOf } from './held-bytes.ts'
import { createNullJournal } from './journal.ts'
import { createQueuedMessages } from './queued-message.ts'
import { Session } from './session.ts'
import type { SessionLink } from './session-link.ts'

let zones: Zones
let session: Session
let sent: string[]
let other: Session
let held: HeldBytes
let flow: FlowControl
const clock = createFakeClock()
const metrics = createMetrics()
const queuedMessages = createQueuedMessages()
const options: SubscriptionOptions = { qos: 2, nl: 0, rap: 0, rh: 0 }

beforeEach(() => {
  zones = createZones({ default: defaultZoneSettings })
  Object.assign(metrics, createMetrics())
  createSessions({ session: 10_000_000, total: 20_000_000 })
  sent = []
})

function createSessions(limits: HeldLimits): void {
  flow = createFlowControl(clock.now)
  held = createHeldBytes(
    limits,
    () => [session, other],
    (task) => task(),
  )
  const ports = {
    turn: createTurn(),
    metrics,
    hooks: createHooks(silentLog),
    flow,
    held,
    queuedMessages,
    clock,
    log: silentLog,
  }
  session = new Session(info('me'), zones.default, ports)
  other = new Session(info('other'), zones.default, ports)
}

const change = (mqtt: Partial<MqttSettings>) =>
  zones.update({ default: { ...defaultZoneSettings, mqtt: { ...defaultMqttSettings, ...mqtt } } })
const deliver = (text: string, qos: Qos, from = 'you') => {
  const dispatch = new Dispatch(createNullJournal())
  session.deliver(message(text, qos, from), options, undefined, dispatch)
  return dispatch
}
const queued = () => session.mqueue.entries().map((entry) => textOf(entry.message))

describe('delivery', () => {
  test('[MQTT-4.6.0-6] messages are sent in order, those of QoS 1 and 2 with unique packet ids', () => {
    session.attach(linkOf())
    deliver('a', 0)
    deliver('b', 1)
    deliver('c', 2)
    expect(sent).toEqual(['a', 'b#1', 'c#2'])
  })

  test('[MQTT-3.3.4-9] inflight messages are limited by the client and max_inflight; an acknowledgement releases the next one', () => {
    session.attach(linkOf({ receiveMaximum: 2 }))
    for (const text of ['a', 'b', 'c', 'd']) deliver(text, 1)
    expect([sent, queued()]).toEqual([
      ['a#1', 'b#2'],
      ['c', 'd'],
    ])
    session.puback(1)
    session.pump()
    expect(sent.at(-1)).toBe('c#3')
    change({ max_inflight: 1 })
    session.puback(2)
    session.pump()
    expect(queued()).toEqual(['d'])
  })

  test('a QoS 2 message stays inflight until PUBCOMP, with separate states', () => {
    session.attach(linkOf({ receiveMaximum: 1 }))
    deliver('a', 2)
    expect([session.puback(1), session.pubcomp(1), session.pubrec(2, false)]).toEqual(['inuse', 'inuse', 'missed'])
    expect(session.pubrec(1, false)).toMatchObject({ phase: 'pubrel' })
    expect(session.pubrec(1, false)).toBe('inuse')
    deliver('b', 1)
    expect(queued()).toEqual(['b'])
    expect(session.pubcomp(1)).toMatchObject({ packetId: 1 })
    expect(session.pubcomp(1)).toBe('missed')
    session.pump()
    expect(sent).toEqual(['a#1', 'b#2'])
  })

  test('PUBREC with an error ends the delivery', () => {
    session.attach(linkOf())
    deliver('a', 2)
    session.pubrec(1, true)
    expect(session.inflight.size).toBe(0)
  })

  test('[MQTT-3.8.3-3] No Local drops and counts own messages', () => {
    session.attach(linkOf())
    session.deliver(message('mine', 1, 'me'), { ...options, nl: 1 }, undefined)
    expect([sent, metrics['delivery.dropped'], metrics['delivery.dropped.no_local']]).toEqual([[], 1, 1])
  })

  test('[MQTT-3.8.4-8] the QoS is the lower of message and subscription, the higher with upgrade_qos', () => {
    session.attach(linkOf())
    session.deliver(message('a', 2), { ...options, qos: 0 }, undefined)
    session.deliver(message('b', 0), options, undefined)
    change({ upgrade_qos: true })
    session.deliver(message('c', 0), { ...options, qos: 1 }, undefined)
    session.deliver(message('d', 1), { ...options, qos: 0 }, undefined)
    expect(sent).toEqual(['a', 'b', 'c#1', 'd#2'])
  })

  test('a message that can never be sent does not stay inflight', () => {
    session.attach(linkOf({ publish: () => false }))
    deliver('huge', 1)
    expect([session.inflight.size, session.mqueue.length]).toEqual([0, 0])
  })
})

describe('a congested socket', () => {
  test('sends messages to the queue; QoS 0 does not overtake QoS 0 when there is room again', () => {
    const link = linkOf()
    session.attach(link)
    link.congested = true
    deliver('a', 0)
    deliver('b', 1)
    link.congested = false
    deliver('c', 0)
    expect([sent, queued()]).toEqual([[], ['a', 'b', 'c']])
    session.pump()
    expect(sent).toEqual(['a', 'b#1', 'c'])
  })

  test('drops the oldest beyond max_mqueue_len, with the reason', () => {
    const link = linkOf()
    session.attach(link)
    link.congested = true
    change({ max_mqueue_len: 2 })
    for (const text of ['a', 'b', 'c']) deliver(text, 0)
    expect(queued()).toEqual(['b', 'c'])
    change({ mqueue_store_qos0: false })
    deliver('d', 0)
    expect([metrics['delivery.dropped.queue_full'], metrics['delivery.dropped.qos0_msg']]).toEqual([1, 1])
    expect([session.traffic.sendMsgDropped, session.traffic.sendMsgDroppedQueueFull]).toEqual([2, 1])
  })

  test('stops sending as soon as it is full again', () => {
    for (const text of ['a', 'b', 'c']) deliver(text, 0)
    const link = linkOf()
    link.publishQos0 = (one) => {
      sent.push(textOf(one))
      link.congested = true
    }
    session.attach(link)
    session.pump()
    expect(sent).toEqual(['a'])
  })
})

describe('a publisher', () => {
  /** Delivers until a publisher would have to wait. */
  const deliverUntilBehind = () => {
    for (let count = 0; count < 1000; count += 1) {
      const dispatch = deliver('a', 1)
      if (dispatch.behind) return dispatch.behind
    }
    return undefined
  }
  const drop = (count: number) => {
    for (let id = 1; id <= count; id += 1) session.puback(id)
    session.pump()
  }

  test('waits for a session whose queue is half full, until half of that is acknowledged', () => {
    session.attach(linkOf())
    expect(deliverUntilBehind()).toBe(session)
    expect(session.mqueue.length).toBe(501)
    let isResumed = false
    flow.wait(session, () => {
      isResumed = true
    })
    drop(100)
    expect(isResumed).toBe(false)
    for (let round = 0; round < 20 && !isResumed; round += 1) drop(1000)
    expect([isResumed, session.mqueue.length < 260, metrics['delivery.dropped']]).toEqual([true, true, 0])
  })

  test('waits for a session whose socket is half full, at QoS 0', () => {
    session.attach(linkOf({ isFilling: true }))
    expect(deliver('a', 0).behind).toBe(session)
  })

  test('does not wait for a session without a connection, nor for one whose acknowledgements are not read', () => {
    expect(deliverUntilBehind()).toBeUndefined()
    session.attach(linkOf({ isHeldUp: true }))
    expect(deliverUntilBehind()).toBeUndefined()
  })

  test('is released when the connection of the session ends', () => {
    session.attach(linkOf())
    deliverUntilBehind()
    let isResumed = false
    flow.wait(session, () => {
      isResumed = true
    })
    session.detach()
    expect(isResumed).toBe(true)
  })

  test('does not wait again for a session that did not catch up in time, until that has emptied its queue', () => {
    session.attach(linkOf())
    deliverUntilBehind()
    let isResumed = false
    flow.wait(session, () => {
      isResumed = true
    })
    clock.advance(maxHoldMs - 1)
    flow.check(clock.now())
    expect(isResumed).toBe(false)
    clock.advance(1)
    flow.check(clock.now())
    expect([isResumed, deliverUntilBehind()]).toEqual([true, undefined])
    clock.advance(exclusionMs)
    expect(deliverUntilBehind()).toBeUndefined()
    while (session.mqueue.length > 0) drop(65_535)
    expect(deliverUntilBehind()).toBe(session)
  })
})

test('queues may use a quarter of the memory, at most half of the heap, and one session a sixteenth of that', () => {
  const gigabyte = 2 ** 30
  expect(heldLimitsOf(4 * gigabyte, 4 * gigabyte)).toEqual({ total: gigabyte, session: gigabyte / 16 })
  expect(heldLimitsOf(64 * gigabyte, 4 * gigabyte).total).toBe(2 * gigabyte)
})

describe('bytes', () => {
  beforeEach(() => createSessions({ session: 100_000, total: 150_000 }))
  const big = (size: number, one = session) =>
    one.deliver({ ...message('', 1), payload: Buffer.alloc(size) }, options, undefined)

  test('of one session are bounded: the oldest messages are dropped as from a full queue', () => {
    for (let count = 0; count < 20; count += 1) big(10_000)
    expect([session.mqueue.length, metrics['delivery.dropped.queue_full']]).toEqual([9, 11])
    expect(held.queued).toBeLessThanOrEqual(held.limits.session)
  })

  test('of all sessions are bounded: the session with the largest queue loses messages', () => {
    for (let count = 0; count < 5; count += 1) big(10_000, other)
    for (let count = 0; count < 9; count += 1) big(10_000)
    big(10_000, other)
    expect([other.mqueue.length, session.mqueue.length]).toEqual([6, 8])
    expect(held.queued).toBeLessThanOrEqual(held.limits.total)
  })

  test('of a payload that several sessions wait for count once', () => {
    const shared = { ...message('', 1), payload: Buffer.alloc(50_000) }
    for (const one of [session, other]) one.deliver(shared, options, undefined)
    expect(held.queued).toBeLessThan(60_000)
    session.end()
    expect(held.queued).toBeGreaterThan(50_000)
    other.end()
    expect(held.queued).toBe(0)
  })

  test('are released when messages are acknowledged, sent, dropped or expired', () => {
    session.attach(linkOf())
    big(1000)
    session.puback(1)
    session.attach(linkOf({ publish: () => false }))
    big(1000)
    session.detach()
    session.deliver(message('a', 0), options, undefined)
    change({ message_expiry_interval: 1000 })
    big(1000)
    clock.advance(2000)
    session.attach(linkOf())
    session.pump()
    expect([session.mqueue.length, session.inflight.size, held.queued]).toEqual([0, 0, 0])
  })

  test('that connections have not sent close the slowest connection if all queues are empty', () => {
    const closed: string[] = []
    session.attach(linkOf({ pendingBytes: 10, close: (reason) => closed.push(reason) }))
    const close = () => {
      closed.push('other')
      held.addUnsent(-200_000)
    }
    other.attach(linkOf({ pendingBytes: 20, close }))
    held.addUnsent(200_000)
    expect([closed, held.unsent]).toEqual([['other'], 0])
  })
})

describe('a new connection', () => {
  test('[MQTT-4.4.0-1] gets inflight messages again in order with DUP, PUBREL for received ones, then the queue', () => {
    session.attach(linkOf())
    for (const text of ['a', 'b']) deliver(text, 2)
    deliver('c', 1)
    session.pubrec(1, false)
    session.detach()
    deliver('d', 1)
    sent = []
    session.attach(linkOf())
    session.pump()
    expect(sent).toEqual(['PUBREL#1', 'b#2 dup', 'c#3 dup', 'd#4'])
  })

  test('with a lower receive maximum gets inflight messages gradually', () => {
    session.attach(linkOf())
    for (const text of ['a', 'b', 'c']) deliver(text, 1)
    session.detach()
    sent = []
    session.attach(linkOf({ receiveMaximum: 1 }))
    session.pump()
    expect(sent).toEqual(['a#1 dup'])
    session.puback(1)
    // Acknowledged although it was not sent again: the client had it from before.
    session.puback(3)
    session.pump()
    expect(sent).toEqual(['a#1 dup', 'b#2 dup'])
    session.puback(2)
    deliver('d', 1)
    expect(sent.at(-1)).toBe('d#4')
  })

  test('unsent retained messages are discarded with the connection', () => {
    session.attach(linkOf({ receiveMaximum: 1 }))
    const messages = ['a', 'b', 'c'].map((text) => message(text, 1)).values()
    session.feed({ next: () => messages.next().value, options })
    expect(sent).toEqual(['a#1'])
    session.detach()
    session.attach(linkOf())
    session.pump()
    expect(sent).toEqual(['a#1', 'a#1 dup', 'b#2'])
  })
})

describe('time', () => {
  test('unacknowledged messages are sent again after retry_interval', () => {
    change({ retry_interval: 10_000 })
    session.attach(linkOf())
    deliver('a', 1)
    clock.advance(9_999)
    session.tick()
    expect(sent).toEqual(['a#1'])
    clock.advance(1)
    session.tick()
    session.tick()
    expect(sent).toEqual(['a#1', 'a#1 dup'])
  })

  test('a QoS 2 message without PUBREL expires after await_rel_timeout and is counted', () => {
    session.receiveQos2(5)
    clock.advance(defaultMqttSettings.await_rel_timeout - 1)
    session.tick()
    expect(session.awaitingRel.has(5)).toBe(true)
    clock.advance(1)
    session.tick()
    expect(session.releaseQos2(5)).toBe(false)
    expect([metrics['messages.dropped'], metrics['messages.dropped.await_pubrel_timeout']]).toEqual([1, 1])
    expect(session.traffic.recvMsgDroppedAwaitPubrelTimeout).toBe(1)
  })
})

test('a queued payload does not keep its network chunk in memory', () => {
  const chunk = Buffer.allocUnsafeSlow(64 * 1024)
  session.deliver({ ...message('', 1), payload: chunk.subarray(0, 10) }, options, undefined)
  expect(session.mqueue.peek()?.message.payload.buffer.byteLength).toBe(10)
})

function linkOf(changes: Partial<SessionLink> = {}) {
  return {
    congested: false,
    isFilling: false,
    isHeldUp: false,
    receiveMaximum: 65_535,
    pendingBytes: 0,
    publishQos0: (one: Message) => {
      sent.push(textOf(one))
    },
    publish: ({ message: one, packetId }, dup) => {
      sent.push(`${textOf(one)}#${packetId}${dup ? ' dup' : ''}`)
      return true
    },
    pubrel: (packetId) => {
      sent.push(`PUBREL#${packetId}`)
    },
    setKeepalive: () => {},
    close: () => {},
    ...changes,
  } satisfies SessionLink
}

function message(text: string, qos: Qos, clientId = 'you'): Message {
  return {
    id: '0',
    topic: 't',
    payload: Buffer.from(text),
    qos,
    retain: false,
    dup: false,
    properties: {},
    from: { clientId, username: undefined, peername: undefined, protocol: 'mqtt' },
    timestamp: clock.now(),
    expiresAt: Number.POSITIVE_INFINITY,
  }
}

const textOf = ({ payload }: Message) => Buffer.from(payload).toString()

function info(clientId: string): ClientInfo {
  return {
    clientId,
    username: undefined,
    peerhost: '127.0.0.1',
    peerport: 1,
    sockport: 1883,
    listener: 'tcp:default',
    zone: 'default',
    protocolName: 'MQTT',
    protocolVersion: 5,
    keepalive: 0,
    cleanStart: true,
    isBridge: false,
    mountpoint: undefined,
    certCommonName: undefined,
    certSubject: undefined,
    peerSni: undefined,
    isSuperuser: false,
    attributes: {},
    authExpiresAt: undefined,
  }
}
