import { createFakeClock, settle } from '@mqdeck/testkit'
import type { Channel, ChannelHandler } from '../port.ts'
import { createTestChannel, createTestContext, type TestChannel, type TestContextOptions } from '../test-context.ts'
import { decodePacket } from './decode.ts'
import { encodePacket } from './encode.ts'
import type { MqttSnSettings } from './manifest.ts'
import type { PacketOf, SnPacket, SnQos } from './packets.ts'
import { runtime } from './runtime.ts'

/** A device for tests: sends packets and returns those that have arrived since the last call. */
export interface TestDevice {
  readonly channel: TestChannel
  /** Sends packets, waits until they are handled, and returns the answers. */
  send(...packets: readonly SnPacket[]): Promise<readonly SnPacket[]>
  sendBytes(bytes: Buffer): Promise<readonly SnPacket[]>
  /** Packets that have arrived since the last call. */
  news(): readonly SnPacket[]
}

export async function startTestGateway(
  settings: Partial<MqttSnSettings> = {},
  options: Partial<TestContextOptions<MqttSnSettings>> = {},
) {
  const clock = createFakeClock()
  const all = { gateway_id: 1, broadcast: false, enable_qos3: true, subs_resume: false, predefined: [], ...settings }
  const context = createTestContext<MqttSnSettings>({ settings: all, clock, ...options })
  const running = await runtime.start(context.context)
  let port = 50_000

  const device = (options: Partial<Channel> = {}): TestDevice => {
    port += 1
    let seen = 0
    const create = () =>
      createTestChannel({ transport: 'udp', isDatagram: true, listener: 'mqttsn:udp:default', port, ...options })
    let channel = create()
    let handler: ChannelHandler = channel.attach(running.accept)
    const news = () => {
      const fresh = channel.sent.slice(seen)
      seen = channel.sent.length
      return fresh.map((bytes) => {
        const packet = decodePacket(bytes)
        if ('malformed' in packet) throw new Error(`the gateway sent ${bytes.toString('hex')}: ${packet.malformed}`)
        return packet
      })
    }
    const sendBytes = async (bytes: Buffer) => {
      if (channel.endReason !== undefined) {
        channel = create()
        handler = channel.attach(running.accept)
        seen = 0
      }
      handler.data(bytes)
      await rest()
      return news()
    }
    return {
      get channel() {
        return channel
      },
      async send(...packets) {
        const answers: SnPacket[] = []
        for (const packet of packets) answers.push(...(await sendBytes(encodePacket(packet))))
        return answers
      },
      sendBytes,
      news,
    }
  }

  return {
    ...context,
    clock,
    running,
    settings: all,
    device,
    /** A connected device. */
    async connected(clientId: string, more: Partial<PacketOf<'connect'>> = {}, options: Partial<Channel> = {}) {
      const one = device(options)
      await one.send(connect(clientId, more))
      return one
    },
    /** Advances the clock and completes the work that is due then. */
    async advance(seconds: number) {
      clock.advance(seconds * 1000)
      await rest()
    },
  }
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await settle()
}

export const connect = (clientId: string, more: Partial<PacketOf<'connect'>> = {}): PacketOf<'connect'> => ({
  type: 'connect',
  will: false,
  cleanSession: true,
  protocolId: 1,
  duration: 0,
  clientId,
  ...more,
})
export const subscribe = (name: string, qos: SnQos = 1, messageId = 1): SnPacket => ({
  type: 'subscribe',
  dup: false,
  qos,
  messageId,
  topic: { kind: 'name', name },
})
export const register = (topic: string, messageId = 1): SnPacket => ({ type: 'register', topicId: 0, messageId, topic })
export const publish = (more: Partial<PacketOf<'publish'>> = {}): SnPacket => ({
  type: 'publish',
  dup: false,
  qos: 1,
  retain: false,
  topic: { kind: 'registered', id: 1025 },
  messageId: 1,
  payload: Buffer.from('x'),
  ...more,
})
export const puback = (messageId: number, code = 0, topicId = 1025): SnPacket => ({
  type: 'puback',
  topicId,
  messageId,
  code,
})
export const regack = (messageId: number, code = 0, topicId = 1025): SnPacket => ({
  type: 'regack',
  topicId,
  messageId,
  code,
})
export const pingreq = (clientId?: string): SnPacket => ({ type: 'pingreq', clientId })
export const disconnect = (duration?: number): SnPacket => ({ type: 'disconnect', duration })
