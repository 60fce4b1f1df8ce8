import { generate } from 'mqtt-packet'

/**
 * All packets are MQTT 3.1.1, whose PUBLISH has the same size in both directions, so that packets can be counted by
 * bytes.
 */
const v4 = { protocolVersion: 4 } as const

export interface Login {
  readonly username: string
  readonly password: string
}

export const connectFrame = (clientId: string, login?: Login): Buffer =>
  generate(
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId,
      clean: true,
      keepalive: 0,
      ...(login && { username: login.username, password: Buffer.from(login.password) }),
    },
    v4,
  )

export const subscribeFrame = (topic: string, qos: 0 | 1): Buffer =>
  generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos }] }, v4)

export const disconnectFrame: Buffer = generate({ cmd: 'disconnect' }, v4)

export const connackSize = 4
export const subackSize = 5
export const pubackSize = 4

/** Number of different packet IDs of a publisher. */
export const ring = 8_192

/**
 * `ring` PUBLISH packets in a row, with the IDs 1 to `ring` for QoS 1, on these topics in turn, which have the same
 * length.
 */
export function publishFrames(topics: readonly string[], payload: Buffer, qos: 0 | 1): { bytes: Buffer; size: number } {
  const frames = Array.from({ length: ring }, (_, index) =>
    generate(
      {
        cmd: 'publish',
        topic: topics[index % topics.length] ?? '',
        payload,
        qos,
        retain: false,
        dup: false,
        ...(qos === 1 && { messageId: index + 1 }),
      },
      v4,
    ),
  )
  return { bytes: Buffer.concat(frames), size: frames[0]?.length ?? 0 }
}

/** Size of the packet that starts here. Its remaining length has one or two bytes. */
export function firstSize(bytes: Buffer): number {
  const [, low = 0, high = 0] = bytes
  return low < 128 ? 2 + low : 3 + (low - 128) + high * 128
}

/** Offset of the packet ID in a QoS 1 PUBLISH. Its remaining length has two bytes. */
export const packetIdOffset = (topic: string, size: number): number => (size < 130 ? 2 : 3) + 2 + topic.length
