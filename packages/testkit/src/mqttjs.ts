import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt'
import { createInbox, type Inbox } from './inbox.ts'
import type { Endpoint } from './transport.ts'

export interface MqttJsClient {
  readonly client: MqttClient
  readonly messages: Inbox<IPublishPacket>
  /** The next message of this topic as text. */
  message(topic: string): Promise<string>
  end(): Promise<void>
}

/** The client's side of enhanced authentication (MQTT 5, 4.12): returns the reply to the server's data. */
export type AuthStep = (said: string) => string

/**
 * Connects MQTT.js, which the dashboard uses as well, and collects received messages.
 * @param onAuth for an `authenticationMethod`: called for each AUTH that requests more data
 */
export async function connectMqttJs(
  endpoint: Endpoint,
  options: IClientOptions = {},
  onAuth?: AuthStep,
): Promise<MqttJsClient> {
  const client = connect(urlOf(endpoint), {
    protocolVersion: 5,
    reconnectPeriod: 0,
    connectTimeout: 8_000,
    rejectUnauthorized: false,
    ...options,
  })
  if (onAuth)
    client.handleAuth = ({ properties = {} }, done) => {
      const answer = Buffer.from(onAuth(properties.authenticationData?.toString() ?? ''))
      done(undefined, { cmd: 'auth', reasonCode: 0x18, properties: { ...properties, authenticationData: answer } })
    }
  const messages = createInbox<IPublishPacket>(({ topic, payload }) => `${topic}: ${payload.toString().slice(0, 60)}`)
  client.on('message', (_topic, _payload, packet) => messages.push(packet))
  client.on('close', () => messages.close('the connection was closed'))
  // Only now, because messages of a session may arrive in the same chunk as CONNACK.
  await connected(client)
  return {
    client,
    messages,
    message: async (topic) =>
      (await messages.take((packet) => packet.topic === topic, `a message of ${topic}`)).payload.toString(),
    end: async () => {
      await client.endAsync()
    },
  }
}

function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', (error) => {
      client.end(true)
      reject(error)
    })
    client.once('close', () => reject(new Error('the connection was closed before CONNACK')))
  })
}

export function urlOf({ host, port, transport = 'tcp', path = '/mqtt' }: Endpoint): string {
  if (transport === 'quic') throw new Error('MQTT.js does not speak QUIC')
  const scheme = { tcp: 'mqtt', tls: 'mqtts', ws: 'ws', wss: 'wss' }[transport]
  return `${scheme}://${host}:${port}${transport === 'ws' || transport === 'wss' ? path : ''}`
}
