import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SnPacket } from './packets.ts'
import { connect, puback, regack, register, startTestGateway, subscribe, type TestDevice } from './test-device.ts'

/**
 * A device that loses datagrams in both directions. It follows the specification: it answers everything, connects again with its session
 * when it is disconnected, and remembers messages of QoS 2 until PUBREL.
 */
function createLossyDevice(device: TestDevice, isLost: () => boolean) {
  const received: string[] = []
  const topics = new Map<number, string>()
  const unreleased = new Set<number>()
  let isConnected = false

  const take = (packet: SnPacket): SnPacket | undefined => {
    switch (packet.type) {
      case 'connack':
        isConnected = true
        return undefined
      case 'disconnect':
        isConnected = false
        return undefined
      case 'register':
        topics.set(packet.topicId, packet.topic)
        return regack(packet.messageId, 0, packet.topicId)
      case 'publish': {
        const { qos, messageId, topic } = packet
        if (!(qos === 2 && unreleased.has(messageId))) received.push(packet.payload.toString())
        if (qos === 2) unreleased.add(messageId)
        if (qos === 2) return { type: 'pubrec', messageId }
        return puback(messageId, 0, topic.kind === 'registered' ? topic.id : 0)
      }
      case 'pubrel':
        unreleased.delete(packet.messageId)
        return { type: 'pubcomp', messageId: packet.messageId }
      default:
        return undefined
    }
  }

  const exchange = async (first: SnPacket | undefined) => {
    const out: (SnPacket | undefined)[] = [first]
    const inbox: SnPacket[] = [...device.news()]
    while (out.length > 0 || inbox.length > 0) {
      const packet = out.shift()
      if (packet && !isLost()) inbox.push(...(await device.send(packet)))
      for (const one of inbox.splice(0)) if (!isLost()) out.push(take(one))
    }
  }

  return {
    received,
    /** Handles the packets that have arrived, and connects if necessary. */
    live: async () => {
      if (device.channel.endReason !== undefined) isConnected = false
      await exchange(isConnected ? undefined : connect('d', { cleanSession: false }))
    },
  }
}

test('over a network that loses datagrams, QoS 2 arrives exactly once and QoS 1 at least once, in order', async () => {
  const losses = fc.array(fc.boolean(), { minLength: 10, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(losses, fc.constantFrom(1 as const, 2 as const), async (lost, qos) => {
      const gateway = await startTestGateway()
      const setUp = await gateway.connected('d', { cleanSession: false })
      await setUp.send(subscribe('#', qos), register('a/b'))
      const remaining = [...lost]
      const device = createLossyDevice(gateway.device(), () => remaining.shift() ?? false)
      const sent = ['1', '2', '3', '4']
      for (const payload of sent) {
        gateway.publish('a/b', payload, { qos })
        await device.live()
      }
      for (let round = 0; round < 60; round += 1) {
        await gateway.advance(10)
        await device.live()
      }
      if (qos === 2) expect(device.received).toEqual(sent)
      else expect(device.received.filter((one, index, all) => one !== all[index - 1])).toEqual(sent)
      expect(gateway.client('d').inflight).toBe(0)
    }),
    { numRuns: 120 },
  )
})
