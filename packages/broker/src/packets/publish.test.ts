import { describe, expect, test } from 'vitest'
import type { Qos } from '../types.ts'
import { createFramer, encodePublishShared, headWithPacketId, type Packet, withPacketId } from './index.ts'

const message = { topic: 'a/b', payload: Buffer.from('payload'), properties: { contentType: 'text/plain' } }

function decode(...parts: Buffer[]): Packet | undefined {
  const framer = createFramer({ maxPacketSize: 1000, version: 5, peer: 'server' })
  for (const part of parts) framer.push(part)
  return framer.next()
}

describe('encodePublishShared', () => {
  test('at QoS 0 returns the same bytes for all receivers', () => {
    const encoded = encodePublishShared(message, 5, 0, true)
    expect(encoded.packetIdOffset).toBe(0)
    expect(decode(encoded.buffer)).toMatchObject({ ...message, qos: 0, retain: true, packetId: 0 })
  })

  for (const qos of [1, 2] satisfies Qos[]) {
    test(`at QoS ${qos} each receiver gets its own packet identifier and the common buffer is not changed`, () => {
      const encoded = encodePublishShared(message, 5, qos, false)
      const before = Buffer.from(encoded.buffer)
      const first = withPacketId(encoded, 1, false)
      const second = withPacketId(encoded, 0xfffe, true)
      expect(decode(first)).toMatchObject({ ...message, qos, packetId: 1, dup: false })
      expect(decode(second)).toMatchObject({ ...message, qos, packetId: 0xfffe, dup: true })
      expect(encoded.buffer).toEqual(before)
    })
  }

  test('head and payload can be written one after the other', () => {
    const encoded = encodePublishShared(message, 5, 1, false)
    const head = headWithPacketId(encoded, 9, false)
    expect(decode(head, encoded.buffer.subarray(encoded.headLength))).toMatchObject({ ...message, packetId: 9 })
  })

  test('properties of the receiver replace those of the message; 3.1.1 has none', () => {
    const properties = { ...message.properties, subscriptionIdentifiers: [3, 4] }
    expect(decode(encodePublishShared(message, 5, 0, false, properties).buffer)).toMatchObject({ properties })
    expect(encodePublishShared(message, 4, 0, false).buffer).toHaveLength(2 + 2 + 3 + 7)
  })
})
