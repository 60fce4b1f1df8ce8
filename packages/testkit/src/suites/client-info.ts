import type { ClientInfo } from '@mqdeck/broker'

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
