import { randomBytes } from 'node:crypto'
import { type ClientInfo, mountpointFor } from '@mqdeck/broker'
import type { Caller, Channel, ClientRequest } from '../port.ts'

/** `clientinfo_override`: templates by field. Unset fields keep the value of the request. */
export type ClientInfoOverride = Readonly<Partial<Record<'username' | 'password' | 'clientid', string>>>

/** A client as it presents itself, after `clientinfo_override`. */
export interface Claimed {
  readonly info: ClientInfo & { readonly gateway: string }
  readonly password: Uint8Array | undefined
}

interface Place {
  readonly gateway: string
  readonly override: ClientInfoOverride | undefined
  readonly mountpoint: string
}

/**
 * The identity of a client. Templates of the override may use `${Packet...}`, `${ConnInfo...}` and `${ClientInfo...}` (EMQX's names). If
 * a template is empty, the value of the request is used.
 */
export function identify(
  channel: Channel,
  request: ClientRequest,
  { gateway, override = {}, mountpoint }: Place,
): Claimed {
  const { password } = request
  const bindings = {
    Packet: request.packet ?? {},
    ConnInfo: {
      clientid: request.clientId,
      username: request.username,
      proto_name: request.protocolName,
      proto_ver: request.protocolVersion,
      peername: `${channel.host}:${channel.port}`,
      peerhost: channel.host,
    },
    ClientInfo: { clientid: request.clientId, username: request.username, peerhost: channel.host },
  }
  const overridden = (template: string | undefined) => (template === undefined ? '' : render(template, bindings))
  const clientId = overridden(override.clientid) || request.clientId || newClientId()
  const username = overridden(override.username) || request.username
  const secret = overridden(override.password) || password
  return {
    info: {
      clientId,
      username,
      peerhost: channel.host,
      peerport: channel.port,
      sockport: channel.localPort,
      listener: channel.listener,
      zone: 'default',
      protocolName: request.protocolName,
      protocolVersion: request.protocolVersion,
      keepalive: request.keepalive ?? 0,
      cleanStart: request.cleanStart ?? true,
      isBridge: false,
      mountpoint: mountpointFor(mountpoint, { clientid: clientId, username, endpoint_name: clientId }),
      certCommonName: channel.certificate?.commonName,
      certSubject: channel.certificate?.subject,
      peerSni: undefined,
      isSuperuser: false,
      attributes: {},
      authExpiresAt: undefined,
      gateway,
    },
    password: typeof secret === 'string' ? Buffer.from(secret) : secret,
  }
}

/** A program that publishes for a gateway, as rules and authorization see it. EMQX has the same client ID. */
export const infoOfGateway = (gateway: string, { host, port }: Caller): Claimed['info'] => ({
  clientId: gateway,
  username: undefined,
  peerhost: host,
  peerport: port,
  sockport: 0,
  listener: `${gateway}:grpc:server`,
  zone: 'default',
  protocolName: gateway,
  protocolVersion: '',
  keepalive: 0,
  cleanStart: true,
  isBridge: false,
  mountpoint: undefined,
  certCommonName: undefined,
  certSubject: undefined,
  peerSni: undefined,
  isSuperuser: false,
  attributes: {},
  authExpiresAt: undefined,
  gateway,
})

/** As EMQX names clients without an ID. */
const newClientId = () => randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')

/** Unknown placeholders are empty. */
function render(template: string, bindings: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\$\{([^}]*)\}/g, (_, path: string) => {
    let value: unknown = bindings
    for (const key of path.split('.'))
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })
}
