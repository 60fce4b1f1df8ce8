import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFramer, encodePacket, type Framer, noProperties, type Packet, ReasonError } from './index.ts'

const connect: Packet = {
  type: 'connect',
  protocolName: 'MQTT',
  protocolVersion: 5,
  isBridge: false,
  cleanStart: true,
  keepalive: 60,
  clientId: 'c',
  will: undefined,
  username: 'u',
  password: undefined,
  properties: { receiveMaximum: 10 },
}

const publish = (payload: Buffer, topic = 'a/b'): Packet => ({
  type: 'publish',
  topic,
  payload,
  qos: 1,
  retain: false,
  dup: false,
  packetId: 7,
  properties: { contentType: 'x' },
})

const stream: readonly Packet[] = [
  connect,
  { type: 'pingreq' },
  publish(Buffer.alloc(0)),
  publish(Buffer.alloc(300, 1)),
  { type: 'puback', packetId: 1, reasonCode: 0, properties: noProperties },
  publish(Buffer.alloc(150_000, 2)),
  { type: 'disconnect', reasonCode: 0, properties: noProperties },
]
const streamBytes = Buffer.concat(stream.map((packet) => encodePacket(packet, 5)))

/** Encodes again, because comparing 150 000 bytes one by one takes a third of a second. */
const isStream = (packets: readonly Packet[]) =>
  Buffer.concat(packets.map((packet) => encodePacket(packet, 5))).equals(streamBytes)

function drain(framer: Framer): Packet[] {
  const packets: Packet[] = []
  for (let packet = framer.next(); packet !== undefined; packet = framer.next()) packets.push(packet)
  return packets
}

describe('createFramer', () => {
  test('finds the packets regardless of how the stream is split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 100_000 })), { minLength: 1 }),
        fc.boolean(),
        (sizes, drainsEachTime) => {
          const framer = createFramer({ maxPacketSize: 1_000_000 })
          const packets: Packet[] = []
          let at = 0
          for (let i = 0; at < streamBytes.length; i++) {
            const size = i < sizes.length ? (sizes[i] ?? 1) : 70_000
            framer.push(streamBytes.subarray(at, at + size))
            at += size
            if (drainsEachTime) packets.push(...drain(framer))
          }
          packets.push(...drain(framer))
          expect(isStream(packets)).toBe(true)
          expect(framer.buffered).toBe(0)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('reads a stream that arrives byte by byte in linear time', () => {
    const framer = createFramer({ maxPacketSize: 1_000_000 })
    const packets: Packet[] = []
    for (let i = 0; i < streamBytes.length; i++) {
      framer.push(streamBytes.subarray(i, i + 1))
      const packet = framer.next()
      if (packet !== undefined) packets.push(packet)
    }
    expect(isStream(packets)).toBe(true)
  })

  test('counts the complete packets that wait, regardless of how the stream is split', () => {
    const ping = Buffer.from([0xc0, 0])
    const large = encodePacket(publish(Buffer.alloc(200)), 5)
    const stream = Buffer.concat([ping, large, ping, large])
    for (let cut = 0; cut <= stream.length; cut++) {
      const framer = createFramer({ maxPacketSize: 1000, version: 5 })
      framer.push(stream.subarray(0, cut))
      const early = framer.next()
      framer.push(stream.subarray(cut))
      expect(framer.countWaiting(100)).toBe(early ? 3 : 4)
      expect(framer.countWaiting(2)).toBe(2)
      drain(framer)
      expect(framer.countWaiting(100)).toBe(0)
    }
  })

  test('reads many packets of one chunk without copying their payloads', () => {
    const chunk = Buffer.concat(
      [publish(Buffer.from('one')), publish(Buffer.from('two'))].map((one) => encodePacket(one, 5)),
    )
    const framer = createFramer({ maxPacketSize: 1000, version: 5 })
    framer.push(chunk)
    const payloads = drain(framer).map((packet) => (packet.type === 'publish' ? packet.payload : undefined))
    expect(payloads.map(String)).toEqual(['one', 'two'])
    expect(payloads.every((payload) => payload?.buffer === chunk.buffer)).toBe(true)
  })

  test('reads a hundred thousand packets of one chunk without recursion', () => {
    const framer = createFramer({ maxPacketSize: 1000, version: 5 })
    framer.push(Buffer.alloc(200_000, Buffer.from([0xc0, 0])))
    expect(drain(framer)).toHaveLength(100_000)
  })

  test('refuses a packet that is too large before its body arrives [MQTT-3.2.2-15]', () => {
    const framer = createFramer({ maxPacketSize: 100, version: 5 })
    framer.push(Buffer.from([0x30, 98]))
    expect(framer.next()).toBeUndefined()
    const second = createFramer({ maxPacketSize: 100, version: 5 })
    second.push(Buffer.from([0x30, 99]))
    expect(() => second.next()).toThrow(expect.objectContaining({ reasonCode: 0x95, reason: 'packet_too_large' }))
  })

  test('refuses a packet other than CONNECT at its first byte [MQTT-3.1.0-1]', () => {
    const framer = createFramer({ maxPacketSize: 100 })
    framer.push(Buffer.from('G'))
    expect(() => framer.next()).toThrow(expect.objectContaining({ reasonCode: 0x82 }))
  })

  test('random bytes are refused with a ReasonError or are incomplete', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(undefined, 3 as const, 4 as const, 5 as const),
        (bytes, version) => {
          const framer = createFramer({ maxPacketSize: 1000, ...(version && { version }) })
          framer.push(Buffer.from(bytes))
          expectReasonOnly(() => drain(framer))
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('valid packets with changed bytes are read or refused with a ReasonError', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) })
    const head = streamBytes.subarray(0, 400)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), fc.boolean(), (changes, strict) => {
        const bytes = Buffer.from(head)
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte
        const framer = createFramer({ maxPacketSize: 1000, strict })
        framer.push(bytes)
        expectReasonOnly(() => drain(framer))
      }),
      { numRuns: 3000 },
    )
  })
})

function expectReasonOnly(action: () => void): void {
  try {
    action()
  } catch (error) {
    expect(error).toBeInstanceOf(ReasonError)
  }
}
