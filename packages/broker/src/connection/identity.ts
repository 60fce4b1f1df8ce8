import { createHash, randomBytes } from 'node:crypto'
import type { CompiledVariform, Log, VariformBindings } from '@mqdeck/kit'
import type { ListenerContext } from '../listeners/settings.ts'
import type { Peer, PeerCertificate } from '../listeners/transport.ts'
import type { ConnectPacket } from '../packets/index.ts'
import type { Environment } from '../ports.ts'
import type { MqttSettings } from '../settings.ts'
import type { ClientInfo } from '../types.ts'
import type { Zone } from '../zones.ts'

/** The data of a real or simulated connection that determines the client's identity. */
export interface IdentitySource {
  readonly zone: Zone
  readonly transport: { readonly peer: Peer }
  readonly listener: ListenerContext
  readonly ports: Pick<Environment, 'log'>
}

/** The identity of a client from CONNECT and the settings of its zone. */
interface Identity {
  /** Empty if the client ID is missing or invalid. */
  readonly clientId: string
  readonly username: string | undefined
  readonly attributes: ClientInfo['attributes']
}

/** Shared by most clients, because an object for each would cost memory for every idle connection. */
const noAttributes: ClientInfo['attributes'] = {}

/** In EMQX's order: certificate, `use_username_as_clientid`, a generated client ID, `client_attrs_init`, `clientid_override`. */
export function identify(connection: IdentitySource, packet: ConnectPacket): Identity {
  const { zone, transport, ports } = connection
  const { certificate } = transport.peer
  const username = certificatePart(certificate, zone.mqtt.peer_cert_as_username) ?? packet.username
  const clientId = clientIdFor(packet, username, certificate, zone.mqtt)
  const { attributes, override } = zone.naming
  if (attributes.length === 0 && !override) return { clientId, username, attributes: noAttributes }

  const bindings = bindingsOf(connection, packet, clientId, username)
  const { log } = ports
  const found: Record<string, string> = {}
  for (const { name, expression } of attributes) {
    const value = render(expression, bindings, log, name)
    if (value !== '') found[name] = value
  }
  // EMQX 5.8 keeps the client ID when the expression fails or its result is empty.
  const overridden = override ? render(override, { ...bindings, client_attrs: found }, log, 'clientid_override') : ''
  return { clientId: overridden || clientId, username, attributes: found }
}

function clientIdFor(
  packet: ConnectPacket,
  username: string | undefined,
  certificate: PeerCertificate | undefined,
  { peer_cert_as_clientid, use_username_as_clientid }: MqttSettings,
): string {
  // An empty username is refused like an empty client ID.
  if (use_username_as_clientid && username !== undefined) return username
  const clientId = certificatePart(certificate, peer_cert_as_clientid) ?? packet.clientId
  // [MQTT-3.1.3-6]: an empty client ID is replaced by a generated one if version and Clean Session allow it.
  return clientId === '' && mayAssignClientId(packet) ? newClientId() : clientId
}

const newClientId = () => `auto-${randomBytes(12).toString('hex').toUpperCase()}`

/** MQTT 5 always; 3.1.1 with Clean Session [MQTT-3.1.3-7]; 3.1 never (3.1 of MQTT 3.1: 1 to 23 characters). */
const mayAssignClientId = ({ protocolVersion, cleanStart }: ConnectPacket) =>
  protocolVersion === 5 || (protocolVersion === 4 && cleanStart)

/** Undefined if the certificate has no such part; the value of CONNECT applies then. Certificates are encoded as base64. */
function certificatePart(
  certificate: PeerCertificate | undefined,
  part: MqttSettings['peer_cert_as_username'],
): string | undefined {
  if (!certificate) return undefined
  switch (part) {
    case 'disabled':
      return undefined
    case 'cn':
      return certificate.commonName
    case 'dn':
      return certificate.subject
    case 'crt':
    case 'pem':
      return certificate.der && Buffer.from(certificate.der).toString('base64')
    case 'md5':
      return certificate.der && createHash('md5').update(certificate.der).digest('hex')
  }
}

function bindingsOf(
  { transport, listener, zone }: IdentitySource,
  packet: ConnectPacket,
  clientId: string,
  username: string | undefined,
): VariformBindings {
  const { peer } = transport
  return {
    clientid: clientId,
    username,
    password: packet.password && Buffer.from(packet.password).toString('utf8'),
    peerhost: peer.host,
    peerport: peer.port,
    sockport: listener.port,
    zone: zone.name,
    listener: listener.id,
    proto_name: packet.protocolName,
    proto_ver: packet.protocolVersion,
    keepalive: packet.keepalive,
    cn: peer.certificate?.commonName,
    dn: peer.certificate?.subject,
    peersni: peer.serverName,
    user_property: Object.fromEntries(packet.properties.userProperties ?? []),
    client_attrs: {},
  }
}

function render(expression: CompiledVariform, known: VariformBindings, log: Log, setting: string): string {
  const result = expression(known)
  if ('text' in result) return result.text
  log.warn({ clientid: known.clientid, expression: setting, reason: result.failed }, 'expression_failed')
  return ''
}
