import type { ClientInfo, ConnectDetails, Message, Qos, Subscription, UserProperties } from '@mqdeck/broker'
import type { ExHookVersion } from './definition.ts'

/** The description of the broker in requests. */
export interface BrokerIdentity {
  readonly node: string
  readonly version: string
  readonly sysdescr: string
  readonly clusterName: string
}

interface Property {
  readonly name: string
  readonly value: string
}

/** Properties of a packet; version 3 of the protocol has user properties apart. */
export interface Properties {
  readonly props: readonly Property[]
  readonly user_props?: readonly Property[]
}

export const toMeta = ({ node, version, sysdescr, clusterName }: BrokerIdentity) => ({
  node,
  version,
  sysdescr,
  cluster_name: clusterName,
})

/** EMQX's names of gateways, where ours differ. */
const protocolNames: Readonly<Record<string, string>> = { mqttsn: 'mqtt-sn' }
const toProtocol = (name: string) => protocolNames[name] ?? name

export const toConnInfo = (client: ClientInfo, { node }: BrokerIdentity) => ({
  node,
  clientid: client.clientId,
  username: client.username ?? '',
  peerhost: client.peerhost,
  sockport: client.sockport,
  proto_name: client.protocolName,
  proto_ver: String(client.protocolVersion),
  keepalive: client.keepalive,
  peerport: client.peerport,
})

/** The password is only sent for authentication. `anonymous` is always true in EMQX 5.8. */
export const toClientInfo = (client: ClientInfo, { node }: BrokerIdentity, password?: Uint8Array) => ({
  node,
  clientid: client.clientId,
  username: client.username ?? '',
  password: password === undefined ? '' : Buffer.from(password).toString(),
  peerhost: client.peerhost,
  sockport: client.sockport,
  protocol: toProtocol(client.gateway ?? 'mqtt'),
  mountpoint: client.mountpoint ?? '',
  is_superuser: client.isSuperuser,
  anonymous: true,
  cn: client.certCommonName ?? '',
  dn: client.certSubject ?? '',
  peerport: client.peerport,
})

/** Messages that no client sent have no headers. */
export function toMessage({ id, qos, from, topic, payload, timestamp }: Message, { node }: BrokerIdentity, as?: Qos) {
  const { clientId, username, peername, protocol } = from
  return {
    node,
    id,
    qos: as ?? qos,
    from: clientId,
    topic,
    payload,
    timestamp,
    headers:
      peername === undefined
        ? {}
        : {
            ...(username !== undefined && { username }),
            protocol: toProtocol(protocol),
            peerhost: peername.slice(0, peername.lastIndexOf(':')).replace(/^\[|\]$/g, ''),
          },
  }
}

export const toSubOpts = ({ qos, rh, rap, nl }: Pick<Subscription, 'qos' | 'rh' | 'rap' | 'nl'>) => ({
  qos,
  rh,
  rap,
  nl,
})

/** MQTT's names of properties (MQTT 5, 2.2.2.2) in EMQX's spelling. */
const propertyNames: Readonly<Record<string, string>> = {
  assignedClientIdentifier: 'Assigned-Client-Identifier',
  authenticationData: 'Authentication-Data',
  authenticationMethod: 'Authentication-Method',
  contentType: 'Content-Type',
  correlationData: 'Correlation-Data',
  maximumPacketSize: 'Maximum-Packet-Size',
  maximumQos: 'Maximum-QoS',
  messageExpiryInterval: 'Message-Expiry-Interval',
  payloadFormatIndicator: 'Payload-Format-Indicator',
  reasonString: 'Reason-String',
  receiveMaximum: 'Receive-Maximum',
  requestProblemInformation: 'Request-Problem-Information',
  requestResponseInformation: 'Request-Response-Information',
  responseInformation: 'Response-Information',
  responseTopic: 'Response-Topic',
  retainAvailable: 'Retain-Available',
  serverKeepAlive: 'Server-Keep-Alive',
  serverReference: 'Server-Reference',
  sessionExpiryInterval: 'Session-Expiry-Interval',
  sharedSubscriptionAvailable: 'Shared-Subscription-Available',
  subscriptionIdentifier: 'Subscription-Identifier',
  subscriptionIdentifiersAvailable: 'Subscription-Identifier-Available',
  topicAliasMaximum: 'Topic-Alias-Maximum',
  wildcardSubscriptionAvailable: 'Wildcard-Subscription-Available',
}

/**
 * The properties of a packet in EMQX's order, which is the reverse of the alphabet. In version 2 user properties are an
 * Erlang term.
 */
export function toProperties(packet: object | undefined, version: ExHookVersion): Properties {
  const { userProperties = [], ...others }: { userProperties?: UserProperties } = packet ?? {}
  const props = Object.entries(others).flatMap(([key, value]) => {
    const name = propertyNames[key]
    return name === undefined || value === undefined ? [] : [{ name, value: toText(value) }]
  })
  if (version === 'v2' && userProperties.length > 0)
    props.push({ name: 'User-Property', value: toErlangPairs(userProperties) })
  props.sort((a, b) => (a.name < b.name ? 1 : -1))
  return version === 'v2' ? { props } : { props, user_props: userProperties.map(([name, value]) => ({ name, value })) }
}

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)
}

const toErlangPairs = (pairs: UserProperties) => {
  const quoted = (text: string) => `<<"${text.replace(/["\\]/g, '\\$&')}">>`
  return `[${pairs.map(([name, value]) => `{${quoted(name)},${quoted(value)}}`).join(',')}]`
}

/** The properties of CONNECT; gateways have none. */
export const connectProperties = ({ properties }: ConnectDetails, version: ExHookVersion) =>
  toProperties(properties, version)

/** A session that ends with its connection has the reason of the connection's end, as Erlang prints it. */
export const toTerminationReason = (reason: string) =>
  reason === 'kicked' || reason === 'expired' ? reason : `{shutdown,${reason}}`
