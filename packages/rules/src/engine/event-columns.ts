import type {
  AuthenticateResult,
  AuthorizeAction,
  ClientInfo,
  ConnectDetails,
  Message,
  MessageProperties,
  Qos,
  Subscription,
  UserProperties,
} from '@mqdeck/broker'
import { reasonName } from '@mqdeck/contract'
import type { Value, ValueMap } from '@mqdeck/kit/json'
import { ruleEvents } from '../events/index.ts'
import { fromPlainMap } from '../from-plain.ts'
import { type Columns, columnsFrom } from '../sql/columns.ts'

/** Functions that compute the columns of an event on demand. */
type Getters<S> = Readonly<Record<string, (source: S) => Value>>

/** Node and time of an event. */
export interface Occurrence {
  readonly node: string
  readonly at: number
}

const columnsOf = new Map(ruleEvents.map(({ name, columns }) => [name, columns]))

function defineColumns<S>(event: string, getters: Getters<S>): (source: S, occurrence: Occurrence) => Columns {
  const names = columnsOf.get(event) ?? []
  const read = new Map(Object.entries(getters))
  return (source, { node, at }) =>
    columnsFrom(names, (name) => {
      const getter = read.get(name)
      if (getter) return getter(source)
      if (name === 'timestamp') return BigInt(at)
      if (name === 'node') return node
      return name === 'event' ? event : undefined
    })
}

const integers = [0n, 1n, 2n] as const

const messageColumns: Getters<{ readonly message: Message }> = {
  id: ({ message }) => message.id,
  clientid: ({ message }) => message.from.clientId,
  username: ({ message }) => message.from.username,
  payload: ({ message }) => message.payload,
  peerhost: ({ message }) => hostOf(message.from.peername),
  peername: ({ message }) => message.from.peername,
  topic: ({ message }) => message.topic,
  qos: ({ message }) => integers[message.qos],
  flags: ({ message: { retain, dup } }) => ({ retain, dup }),
  publish_received_at: ({ message }) => time(message.timestamp),
  pub_props: ({ message }) => propertyMap(message.properties),
}

export const publishColumns = defineColumns<{
  readonly message: Message
  readonly attributes: (clientId: string) => Readonly<Record<string, string>>
}>('message.publish', {
  ...messageColumns,
  client_attrs: ({ message, attributes }) => attributes(message.from.clientId),
})

export const droppedColumns = defineColumns<{ readonly message: Message; readonly reason: string }>('message.dropped', {
  ...messageColumns,
  reason: ({ reason }) => reason,
})

interface PolicyFailure {
  readonly message: Message
  /** The name of the validation or transformation. */
  readonly name: string
}

export const validationFailedColumns = defineColumns<PolicyFailure>('schema.validation_failed', {
  ...messageColumns,
  validation: ({ name }) => name,
})

export const transformationFailedColumns = defineColumns<PolicyFailure>('message.transformation_failed', {
  ...messageColumns,
  transformation: ({ name }) => name,
})

interface Delivery {
  readonly message: Message
  readonly client: ClientInfo
}

const deliveryColumns: Getters<Delivery> = {
  ...messageColumns,
  from_clientid: ({ message }) => message.from.clientId,
  from_username: ({ message }) => message.from.username,
  clientid: ({ client }) => client.clientId,
  username: ({ client }) => client.username,
  peerhost: ({ client }) => client.peerhost,
  peername: ({ client }) => peernameOf(client),
}

export const deliveredColumns = defineColumns<Delivery & { readonly qos: Qos }>('message.delivered', {
  ...deliveryColumns,
  qos: ({ qos }) => integers[qos],
})

export const ackedColumns = defineColumns<Delivery & { readonly properties: MessageProperties }>('message.acked', {
  ...deliveryColumns,
  puback_props: ({ properties }) => propertyMap(properties),
})

export const deliveryDroppedColumns = defineColumns<Delivery & { readonly reason: string }>('delivery.dropped', {
  ...deliveryColumns,
  reason: ({ reason }) => reason,
})

interface OfClient {
  readonly client: ClientInfo
}

const clientColumns: Getters<OfClient> = {
  clientid: ({ client }) => client.clientId,
  username: ({ client }) => client.username,
  peerhost: ({ client }) => client.peerhost,
  peername: ({ client }) => peernameOf(client),
  // The local address of the socket is not known here.
  sockname: ({ client }) => `0.0.0.0:${client.sockport}`,
  mountpoint: ({ client }) => client.mountpoint,
  proto_name: ({ client }) => client.protocolName,
  proto_ver: ({ client: { protocolVersion } }) =>
    typeof protocolVersion === 'number' ? BigInt(protocolVersion) : protocolVersion,
  keepalive: ({ client }) => BigInt(client.keepalive),
  clean_start: ({ client }) => client.cleanStart,
  is_bridge: ({ client }) => client.isBridge,
  client_attrs: ({ client }) => client.attributes,
}

const connectColumns: Getters<OfClient & { readonly details: ConnectDetails }> = {
  ...clientColumns,
  expiry_interval: ({ details }) => BigInt(details.sessionExpiryInterval),
  conn_props: ({ details }) => ({
    ...userPropertyMap(details.userProperties),
    'Receive-Maximum': BigInt(details.receiveMaximum),
    'Session-Expiry-Interval': BigInt(details.sessionExpiryInterval),
  }),
}

export const connectedColumns = defineColumns<
  OfClient & { readonly details: ConnectDetails & { readonly connectedAt: number } }
>('client.connected', { ...connectColumns, connected_at: ({ details }) => time(details.connectedAt) })

export const connackColumns = defineColumns<
  OfClient & { readonly details: ConnectDetails; readonly reasonCode: number; readonly at: number }
>('client.connack', {
  ...connectColumns,
  reason_code: ({ reasonCode }) => reasonName(reasonCode),
  connected_at: ({ at }) => time(at),
})

export const disconnectedColumns = defineColumns<
  OfClient & {
    readonly reason: string
    readonly times: {
      readonly connectedAt: number
      readonly disconnectedAt: number
      readonly userProperties: UserProperties
    }
  }
>('client.disconnected', {
  ...clientColumns,
  reason: ({ reason }) => reason,
  disconn_props: ({ times }) => userPropertyMap(times.userProperties),
  connected_at: ({ times }) => time(times.connectedAt),
  disconnected_at: ({ times }) => time(times.disconnectedAt),
})

export const authzColumns = defineColumns<
  OfClient & { readonly action: AuthorizeAction; readonly result: string; readonly source: string }
>('client.check_authz_complete', {
  ...clientColumns,
  topic: ({ action }) => action.topic,
  action: ({ action }) => action.type,
  authz_source: ({ source }) => source,
  result: ({ result }) => result,
})

export const authnColumns = defineColumns<
  OfClient & { readonly result: AuthenticateResult; readonly isAnonymous: boolean }
>('client.check_authn_complete', {
  ...clientColumns,
  reason_code: ({ result }) => (result.result === 'deny' ? reasonName(result.reasonCode) : 'success'),
  is_superuser: ({ result }) => result.result === 'allow' && result.isSuperuser === true,
  is_anonymous: ({ isAnonymous }) => isAnonymous,
})

const subscriptionColumns: Getters<OfClient & { readonly subscription: Subscription }> = {
  ...clientColumns,
  topic: ({ subscription }) => subscription.topic,
  qos: ({ subscription }) => integers[subscription.qos],
}

export const subscribedColumns = defineColumns<OfClient & { readonly subscription: Subscription }>(
  'session.subscribed',
  { ...subscriptionColumns, sub_props: ({ subscription }) => subscriptionMap(subscription) },
)

export const unsubscribedColumns = defineColumns<OfClient & { readonly subscription: Subscription }>(
  'session.unsubscribed',
  { ...subscriptionColumns, unsub_props: () => userPropertyMap(undefined) },
)

export interface AlarmEvent {
  readonly name: string
  readonly details: Readonly<Record<string, unknown>>
  readonly message: string
  readonly activatedAt: number
  /** Only for deactivated alarms. */
  readonly deactivatedAt?: number
}

const alarmColumns: Getters<AlarmEvent> = {
  name: ({ name }) => name,
  details: ({ details }) => fromPlainMap(details),
  message: ({ message }) => message,
  activated_at: ({ activatedAt }) => time(activatedAt),
  deactivated_at: ({ deactivatedAt }) => (deactivatedAt === undefined ? undefined : time(deactivatedAt)),
}
export const alarmActivatedColumns = defineColumns('alarm.activated', alarmColumns)
export const alarmDeactivatedColumns = defineColumns('alarm.deactivated', alarmColumns)

/** Columns of a message from a source. The values are values of rule SQL. */
export function sourceColumns(type: string, message: ValueMap, { node, at }: Occurrence): Columns {
  const map: ValueMap = { event: `$bridges/${type}:*`, timestamp: BigInt(at), node, ...message }
  return columnsFrom(Object.keys(map), (name) => (Object.hasOwn(map, name) ? map[name] : undefined))
}

const time = (milliseconds: number) => BigInt(Math.floor(milliseconds))

/** Host of `host:port`: `1.2.3.4` for `1.2.3.4:5678`, `::1` for `[::1]:5678`. */
const hostOf = (peername: string | undefined) => peername?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

const peernameOf = ({ peerhost, peerport }: ClientInfo) =>
  peerhost.includes(':') ? `[${peerhost}]:${peerport}` : `${peerhost}:${peerport}`

/** Properties under their MQTT names, in the same format as EMQX. */
export function propertyMap(properties: MessageProperties): ValueMap {
  const { payloadFormatIndicator, messageExpiryInterval, contentType, responseTopic, correlationData } = properties
  return {
    ...userPropertyMap(properties.userProperties),
    ...(payloadFormatIndicator !== undefined && { 'Payload-Format-Indicator': BigInt(payloadFormatIndicator) }),
    ...(messageExpiryInterval !== undefined && { 'Message-Expiry-Interval': BigInt(messageExpiryInterval) }),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    ...(responseTopic !== undefined && { 'Response-Topic': responseTopic }),
    ...(correlationData !== undefined && { 'Correlation-Data': correlationData }),
  }
}

/** The object allows `pub_props.'User-Property'.x`. The pairs also keep repeated names. */
const userPropertyMap = (pairs: UserProperties | undefined): ValueMap =>
  pairs === undefined || pairs.length === 0
    ? { 'User-Property': {} }
    : {
        'User-Property': Object.fromEntries(pairs),
        'User-Property-Pairs': pairs.map(([key, value]) => ({ key, value })),
      }

const subscriptionMap = ({ subscriptionId }: Subscription): ValueMap => ({
  ...userPropertyMap(undefined),
  ...(subscriptionId !== undefined && { 'Subscription-Identifier': BigInt(subscriptionId) }),
})
