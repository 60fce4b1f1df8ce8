import type { ClientInfo, Message } from '@mqdeck/broker'

/** Client info as passed to hooks. */
export const someClient: ClientInfo = {
  clientId: 'meter-1',
  username: 'ann',
  peerhost: '10.0.0.7',
  peerport: 51_000,
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
}

let serial = 0

/** A message of that client with a new ID. */
export function someMessage(topic: string, change: Partial<Message> = {}): Message {
  serial += 1
  return {
    id: serial.toString(16).toUpperCase().padStart(32, '0'),
    topic,
    payload: Buffer.from('payload'),
    qos: 1,
    retain: false,
    dup: false,
    properties: {},
    from: {
      clientId: someClient.clientId,
      username: someClient.username,
      peername: '10.0.0.7:51000',
      protocol: 'mqtt',
    },
    timestamp: 1_700_000_000_000,
    expiresAt: Number.POSITIVE_INFINITY,
    ...change,
  }
}
