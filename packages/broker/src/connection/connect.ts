import { reasonName } from '@mqdeck/contract'
import type { ConnectDetails } from '../hooks.ts'
import {
  type ConnackProperties,
  type ConnectPacket,
  encodePacket,
  noProperties,
  ReasonError,
  reasonCode,
} from '../packets/index.ts'
import { validateTopicName } from '../routing/index.ts'
import { isSafe } from '../session/journal.ts'
import { neverExpires } from '../session/registry.ts'
import type { MqttSettings } from '../settings.ts'
import type { ClientInfo, UserProperties } from '../types.ts'
import { type AllowResult, authenticate, continueExchange, type DenyResult } from './auth.ts'
import { ClientLink } from './client-link.ts'
import type { Connection } from './connection.ts'
import { type IdentitySource, identify } from './identity.ts'
import { isUsable, logUnusable, mountpointFor, toPublishTopic } from './mountpoint.ts'
import { logIdentity } from './packet-tap.ts'
import { createInboundAliases } from './topic-aliases.ts'

const maxUint16 = 0xffff
/** Shared by most clients, because an array for each would cost memory for every idle connection. */
const noUserProperties: UserProperties = []

/** CONNECT (3.1): hooks, checks, authentication, session, CONNACK; in this order, as EMQX does. */
export async function handleConnect(connection: Connection, packet: ConnectPacket): Promise<void> {
  const { ports, listener } = connection
  const { hooks, metrics } = ports
  connection.state = 'authenticating'
  const info = toClientInfo(connection, packet)
  connection.claimedInfo = info
  ports.tap.onConnect(connection, packet)
  const details = toDetails(connection, packet)
  const refuse = (code: number, reference?: string) => refuseConnect(connection, info, details, code, reference)

  metrics['client.connect'] += 1
  const refused = hooks.has('client.connect')
    ? await hooks.runFold('client.connect', undefined, [info, details], () => reasonCode.serverUnavailable)
    : undefined
  if (isClosed(connection)) return
  if (refused !== undefined) traceRefusal(connection, refused)
  const code = refused ?? connectRefusal(packet, info, connection.zone.mqtt)
  if (code !== undefined) {
    logUnusable(ports.log, info)
    return refuse(code)
  }

  const reference = hooks.has('client.redirect') ? await hooks.runFold('client.redirect', undefined, [info]) : undefined
  if (isClosed(connection)) return
  if (reference !== undefined) return refuse(reasonCode.useAnotherServer, reference)

  const finish = async (result: AllowResult | DenyResult) => {
    if (result.result === 'deny') refuse(result.reasonCode)
    else await establish(connection, packet, info, details, result)
  }
  const result = await authenticate(ports, info, details, listener.settings.enable_authn)
  if (isClosed(connection)) return
  if (result.result !== 'continue') return finish(result)
  continueExchange(connection, { info, details, finish }, result.data)
  connection.watch.await(ports.clock.now())
}

/** Traces that a hook handler refused the client, e.g. for a ban. */
function traceRefusal(connection: Connection, code: number): void {
  const { tracing } = connection.ports.log
  const meta = { ...logIdentity(connection), hook: 'client.connect', reason: reasonName(code) }
  tracing?.write({ tag: 'HOOK', msg: 'connect_refused_by_hook', meta })
}

/** Must be checked after every await: the client may have disconnected. */
const isClosed = ({ state }: Connection) => state === 'closed'

/** The data of a client from its connection and CONNECT. */
export function toClientInfo(connection: IdentitySource, packet: ConnectPacket): ClientInfo {
  const { transport, listener, zone } = connection
  const { peer } = transport
  const { clientId, username, attributes } = identify(connection, packet)
  return {
    clientId,
    username,
    peerhost: peer.host,
    peerport: peer.port,
    sockport: listener.port,
    listener: listener.id,
    zone: zone.name,
    protocolName: packet.protocolName,
    protocolVersion: packet.protocolVersion,
    keepalive: packet.keepalive,
    cleanStart: packet.cleanStart,
    isBridge: packet.isBridge,
    mountpoint: mountpointFor(listener.settings.mountpoint, { clientid: clientId, username }),
    certCommonName: peer.certificate?.commonName,
    certSubject: peer.certificate?.subject,
    peerSni: peer.serverName,
    isSuperuser: false,
    attributes,
    authExpiresAt: undefined,
  }
}

function toDetails(connection: Connection, packet: ConnectPacket): ConnectDetails {
  const { properties } = packet
  return {
    password: packet.password,
    sessionExpiryInterval: expiryOf(connection, packet),
    receiveMaximum: properties.receiveMaximum ?? maxUint16,
    userProperties: properties.userProperties ?? noUserProperties,
    authenticationMethod: properties.authenticationMethod,
    authenticationData: properties.authenticationData,
    certificate: connection.transport.peer.certificate?.der,
    properties,
  }
}

/** Seconds. MQTT 3 has no expiry interval; without Clean Session the zone's interval applies. */
function expiryOf({ zone }: Connection, { protocolVersion, properties, cleanStart }: ConnectPacket): number {
  if (protocolVersion === 5) return properties.sessionExpiryInterval ?? 0
  if (cleanStart) return 0
  return Math.min(neverExpires, Math.ceil(zone.mqtt.session_expiry_interval / 1000))
}

/** The reason code if CONNECT is refused before authentication; undefined if not. */
export function connectRefusal(packet: ConnectPacket, info: ClientInfo, settings: MqttSettings): number | undefined {
  const code = connectCheck(info, settings)
  if (code !== undefined) return code
  const { will } = packet
  if (!will) return undefined
  if (will.qos > settings.max_qos_allowed) return reasonCode.qosNotSupported
  if (will.retain && !settings.retain_available) return reasonCode.retainNotSupported
  try {
    validateTopicName(will.topic, settings.max_topic_levels)
    toPublishTopic(info.mountpoint, will.topic)
  } catch (error) {
    if (error instanceof ReasonError) return error.reasonCode
    throw error
  }
  return undefined
}

/** The reason code if the client ID or the mountpoint is not valid. */
export function connectCheck({ clientId, mountpoint }: ClientInfo, settings: MqttSettings): number | undefined {
  if (clientId === '' || Buffer.byteLength(clientId) > settings.max_clientid_len)
    return reasonCode.clientIdentifierNotValid
  return isUsable(mountpoint) ? undefined : reasonCode.notAuthorized
}

function refuseConnect(
  connection: Connection,
  info: ClientInfo,
  details: ConnectDetails,
  code: number,
  serverReference?: string,
): void {
  const { ports } = connection
  ports.metrics['client.connack'] += 1
  const properties = serverReference === undefined ? noProperties : { serverReference }
  ports.hooks.run('client.connack', info, code, details, properties)
  connection.send({ type: 'connack', sessionPresent: false, reasonCode: code, properties })
  connection.close('not_authorized')
}

async function establish(
  connection: Connection,
  packet: ConnectPacket,
  info: ClientInfo,
  details: ConnectDetails,
  result: AllowResult,
): Promise<void> {
  const { ports, zone } = connection
  const { metrics, hooks, journal, sessions } = ports
  const { cleanStart, will } = packet
  if (journal.isStalled && details.sessionExpiryInterval > 0) {
    refuseConnect(connection, info, details, reasonCode.serverUnavailable)
    return
  }
  const opened = sessions.open(info, cleanStart, details.sessionExpiryInterval, will)
  const { session, present, commit: written } = opened
  if (session.isUnchecked) await sessions.reauthorize(session)
  const commit = written instanceof Promise ? await written : written
  // On a full disk a session that exists can still be resumed: its client drains the queue.
  if (commit && !(await isSafe(commit)) && (journal.isStalled || !(present && session.records))) {
    const code = journal.isStalled ? reasonCode.serverUnavailable : reasonCode.quotaExceeded
    if (!isClosed(connection)) refuseConnect(connection, info, details, code)
    const isOurs = session.info === info && sessions.byClientId.get(info.clientId) === session
    if (isOurs && !present) void sessions.terminate(session, 'unspecified_error')
    else if (isOurs) sessions.abandon(session)
    return
  }
  // The client has disconnected, or a newer connection has taken over the session.
  const isOurs = session.info === info && sessions.byClientId.get(info.clientId) === session
  if (isClosed(connection) || !isOurs) {
    if (isOurs) sessions.abandon(session)
    connection.close('takenover')
    return
  }
  const { properties } = packet
  const link = new ClientLink(
    connection,
    {
      receiveMaximum: details.receiveMaximum,
      topicAliasMaximum: properties.topicAliasMaximum ?? 0,
    },
    info.mountpoint,
  )
  connection.established = {
    session,
    link,
    aliases: createInboundAliases(zone.mqtt.max_topic_alias),
    info,
    details: toKept(details),
  }
  session.traffic = connection.traffic
  metrics['client.connack'] += 1
  const answered = packet.protocolVersion === 5 ? fittingProperties(connection, packet, info, result) : noProperties
  hooks.run('client.connack', info, reasonCode.success, details, answered)
  // A hook handler may have kicked the client.
  if (sessions.byClientId.get(info.clientId) !== session) {
    connection.close('kicked')
    return
  }
  connection.send({
    type: 'connack',
    sessionPresent: present,
    reasonCode: reasonCode.success,
    properties: answered,
  })
  if (isClosed(connection)) {
    sessions.abandon(session)
    return
  }
  connection.state = 'connected'
  sessions.attach(session, link)
  const { server_keepalive } = zone.mqtt
  const keepalive = server_keepalive === 'disabled' ? packet.keepalive : server_keepalive
  link.setKeepalive(keepalive)
  session.keepalive = keepalive
  metrics['client.connected'] += 1
  hooks.run('client.connected', info, { ...details, connectedAt: session.connectedAt })
  session.pump()
}

/** Without the fields that are needed only while the client connects. */
function toKept({ password: _, properties: __, ...details }: ConnectDetails): ConnectDetails {
  return { ...details, password: undefined }
}

/** Properties of CONNACK whose absence means the same, or less than the client could use (3.2.2.3). */
const dispensable = [
  'retainAvailable',
  'wildcardSubscriptionAvailable',
  'subscriptionIdentifiersAvailable',
  'sharedSubscriptionAvailable',
  'topicAliasMaximum',
] as const

/** Without dispensable properties if CONNACK would be larger than the client accepts [MQTT-3.1.2-24]. */
function fittingProperties(
  { zone, maximumPacketSize }: Connection,
  packet: ConnectPacket,
  info: ClientInfo,
  result: AllowResult,
): ConnackProperties {
  const all = connackProperties(packet, info, zone.mqtt, result)
  if (maximumPacketSize === Number.POSITIVE_INFINITY) return all
  const { length } = encodePacket({ type: 'connack', sessionPresent: false, reasonCode: 0, properties: all }, 5)
  if (length <= maximumPacketSize) return all
  const isDispensable = (name: string, value: unknown) =>
    dispensable.some((one) => one === name && (value === true || one === 'topicAliasMaximum'))
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => !isDispensable(name, value)))
}

/** The properties of CONNACK for MQTT 5 (3.2.2.3). Default values are omitted, except those that EMQX sends. */
function connackProperties(
  packet: ConnectPacket,
  info: ClientInfo,
  settings: MqttSettings,
  result: AllowResult,
): ConnackProperties {
  const { requestResponseInformation, authenticationMethod } = packet.properties
  const { max_qos_allowed, max_packet_size, max_awaiting_rel, server_keepalive, response_information } = settings
  return {
    // EMQX announces `max_inflight`, the limit of the other direction, but enforces this one.
    receiveMaximum: Math.min(max_awaiting_rel || maxUint16, maxUint16),
    ...(max_qos_allowed < 2 && { maximumQos: max_qos_allowed === 0 ? 0 : 1 }),
    retainAvailable: settings.retain_available,
    ...(Number.isFinite(max_packet_size) && { maximumPacketSize: max_packet_size }),
    ...(info.clientId !== packet.clientId && { assignedClientIdentifier: info.clientId }),
    topicAliasMaximum: settings.max_topic_alias,
    wildcardSubscriptionAvailable: settings.wildcard_subscription,
    subscriptionIdentifiersAvailable: true,
    sharedSubscriptionAvailable: settings.shared_subscription,
    ...(server_keepalive !== 'disabled' && { serverKeepAlive: server_keepalive }),
    // [MQTT-3.1.2-28]
    ...(requestResponseInformation && response_information !== '' && { responseInformation: response_information }),
    ...(authenticationMethod !== undefined && { authenticationMethod }),
    ...(result.data !== undefined && { authenticationData: result.data }),
  }
}
