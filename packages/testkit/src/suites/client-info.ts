import type { ClientInfo, Message, Publication } from '@mqdeck/broker'

/** A client as passed to hooks. */
export const clientInfoWith = (changes: Partial<ClientInfo> = {}): ClientInfo => ({
  clientId: 'c1',
  username: 'ann',
  peerhost: '127.0.0.1',
  peerport: 50_000,
  sockport: 1883,
  listener: 'tcp:default',
  zone: 'default',
  protocolName: 'MQTT',
  protocolVersion: 5,
  keepalive: 60,
  cleanStart: true,
  isBridge: false,
  mountpoint: undefined,
  certCommonName: undefined,
  certSubject: undefined,
  peerSni: undefined,
  isSuperuser: false,
  attributes: {},
  authExpiresAt: undefined,
  ...changes,
})

export const someClient = clientInfoWith({ clientId: 'meter-1' })

let lastMessageId = 0

/** A message of `someClient` with a new ID. */
/** Of a message that is not acknowledged to a client. */
export const somePublication: Publication = { join: () => {} }

export function someMessage(topic: string, changes: Partial<Message> = {}): Message {
  lastMessageId += 1
  return {
    id: lastMessageId.toString(16).toUpperCase().padStart(32, '0'),
    topic,
    payload: Buffer.from('payload'),
    qos: 1,
    retain: false,
    dup: false,
    properties: {},
    from: {
      clientId: someClient.clientId,
      username: someClient.username,
      peername: '127.0.0.1:50000',
      protocol: 'mqtt',
    },
    timestamp: 1_700_000_000_000,
    expiresAt: Number.POSITIVE_INFINITY,
    ...changes,
  }
}
