import type { Authorization } from '@mqdeck/access'
import type { Broker, ClientInfo, Publisher } from '@mqdeck/broker'

/** Whether a client may do something now. Changes no metrics. */
export const createPermissionCheck =
  (authorization: Pick<Authorization, 'explain'>) =>
  async (
    client: ClientInfo,
    type: 'publish' | 'subscribe',
    topic: string,
    qos: 0 | 1 | 2,
    retain: boolean,
  ): Promise<boolean> => {
    const { mountpoint } = client
    const own = mountpoint !== undefined && topic.startsWith(mountpoint) ? topic.slice(mountpoint.length) : topic
    return (await authorization.explain(client, { type, topic: own, qos, retain })).result === 'allow'
  }

/** The publisher of a stored message: the connected client, or what the message contains of it. */
export function publisherOf(from: Publisher, broker: Pick<Broker, 'client'>): ClientInfo {
  const connected = broker.client(from.clientId)?.info
  if (connected && connected.username === from.username) return connected
  const [, peerhost = '', peerport = '0'] = /^\[?(.*?)\]?:(\d+)$/.exec(from.peername ?? '') ?? []
  return {
    clientId: from.clientId,
    username: from.username,
    peerhost,
    peerport: Number(peerport),
    sockport: 0,
    listener: '',
    zone: 'default',
    protocolName: 'MQTT',
    protocolVersion: 5,
    keepalive: 0,
    cleanStart: false,
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
