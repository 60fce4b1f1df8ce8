import { reasonName } from '@mqdeck/contract'
import type { AuthenticateResult, ConnectDetails } from '../hooks.ts'
import { type AuthPacket, ReasonError, reasonCode } from '../packets/index.ts'
import type { Environment } from '../ports.ts'
import type { ClientInfo, ListenerSettings } from '../types.ts'
import type { Connection } from './connection.ts'

/** An enhanced authentication waiting for the client's next AUTH (MQTT 5, 4.12). */
export interface AuthExchange {
  readonly info: ClientInfo
  readonly details: ConnectDetails
  /** Called with the final result. */
  readonly finish: (result: AllowResult | DenyResult) => Promise<void> | undefined
}

export type AllowResult = Extract<AuthenticateResult, { result: 'allow' }>
export type DenyResult = Extract<AuthenticateResult, { result: 'deny' }>

/**
 * Runs `client.authenticate`, counts and logs the result. If all handlers ignore the client, it is allowed as anonymous.
 * @param first the decision that the handlers start with
 */
export async function authenticate(
  ports: Environment,
  info: ClientInfo,
  details: ConnectDetails,
  mode: ListenerSettings['enable_authn'],
  first = ignored,
): Promise<AllowResult | DenyResult | Extract<AuthenticateResult, { result: 'continue' }>> {
  const { metrics, hooks, log } = ports
  metrics['client.authenticate'] += mode === false ? 0 : 1
  const decision = isDeniedImmediately(mode, info)
    ? notAuthorized
    : mode === false
      ? ignored
      : await hooks.runFold('client.authenticate', first, [info, details], failedAuthenticator)
  if (decision.result === 'continue') return decision
  const anonymous = decision.result === 'ignore'
  const unknownMethod = anonymous && details.authenticationMethod !== undefined
  const settled = anonymous ? (unknownMethod ? badMethod : allowed) : decision
  hooks.run('client.check_authn_complete', info, settled, anonymous)
  if (settled.result === 'deny') {
    metrics['authentication.failure'] += 1
    const { clientId, username, peerhost, peerport } = info
    const reason = reasonName(settled.reasonCode)
    log.warn({ clientid: clientId, username, peername: `${peerhost}:${peerport}`, reason }, 'authentication_failure')
    return settled
  }
  metrics['authentication.success'] += 1
  if (anonymous) {
    metrics['authentication.success.anonymous'] += 1
    metrics['client.auth.anonymous'] += 1
  }
  info.isSuperuser = settled.isSuperuser ?? false
  if (settled.attributes) info.attributes = { ...info.attributes, ...settled.attributes }
  info.authExpiresAt = settled.expiresAt
  info.acl = settled.acl
  return settled
}

const ignored: AuthenticateResult = { result: 'ignore' }
const notAuthorized: DenyResult = { result: 'deny', reasonCode: reasonCode.notAuthorized }
const isDeniedImmediately = (mode: ListenerSettings['enable_authn'], { username }: ClientInfo) =>
  mode === 'quick_deny_anonymous' && username === undefined
const allowed: AllowResult = { result: 'allow' }
/** [MQTT-4.12.0-1] */
const badMethod: DenyResult = { result: 'deny', reasonCode: reasonCode.badAuthenticationMethod }
export const failedAuthenticator = (): AuthenticateResult => ({
  result: 'deny',
  reasonCode: reasonCode.unspecifiedError,
})

/** Requests more data from the client; its next AUTH continues `exchange`. */
export function continueExchange(connection: Connection, exchange: AuthExchange, data: Uint8Array | undefined): void {
  connection.authExchange = exchange
  sendAuth(connection, reasonCode.continueAuthentication, exchange.details.authenticationMethod, data)
}

function sendAuth(
  connection: Connection,
  code: number,
  method: string | undefined,
  data: Uint8Array | undefined,
): void {
  connection.send({
    type: 'auth',
    reasonCode: code,
    properties: {
      ...(method !== undefined && { authenticationMethod: method }),
      ...(data !== undefined && { authenticationData: data }),
    },
  })
}

/** AUTH from the client (3.15): the next step of an exchange, or the start of a re-authentication (4.12.1). */
export function handleAuth(connection: Connection, packet: AuthPacket): Promise<void> | undefined {
  const { authExchange, established } = connection
  const { authenticationMethod, authenticationData } = packet.properties
  if (packet.reasonCode === reasonCode.reauthenticate && established && !authExchange) {
    const { details, info } = established
    // [MQTT-4.12.1-1]: only with the method of CONNECT; [MQTT-4.12.0-7]: not at all without one.
    if (details.authenticationMethod === undefined || authenticationMethod !== details.authenticationMethod)
      throw protocolError('MQTT-4.12.1-1')
    return continueAuthentication(connection, {
      info,
      details: { ...details, authenticationData },
      finish: (result) => finishReauthentication(connection, details.authenticationMethod, result),
    })
  }
  if (!authExchange || packet.reasonCode !== reasonCode.continueAuthentication) throw protocolError('MQTT-4.12.0-6')
  if (authenticationMethod !== authExchange.details.authenticationMethod) throw protocolError('MQTT-4.12.0-5')
  connection.authExchange = undefined
  if (!established) connection.watch.stopAwaiting()
  return continueAuthentication(connection, {
    ...authExchange,
    details: { ...authExchange.details, authenticationData },
  })
}

async function continueAuthentication(connection: Connection, exchange: AuthExchange): Promise<void> {
  const { ports, listener } = connection
  const result = await authenticate(ports, exchange.info, exchange.details, listener.settings.enable_authn)
  if (connection.state === 'closed') return
  if (result.result === 'continue') {
    continueExchange(connection, exchange, result.data)
    if (!connection.established) connection.watch.await(ports.clock.now())
    return
  }
  await exchange.finish(result)
}

function finishReauthentication(
  connection: Connection,
  method: string | undefined,
  result: AllowResult | DenyResult,
): undefined {
  if (result.result === 'allow') sendAuth(connection, reasonCode.success, method, result.data)
  // Not all reason codes of CONNACK are valid in DISCONNECT (MQTT 5, 3.14.2.1), e.g. bad username or password.
  else connection.close('not_authorized', reasonCode.notAuthorized)
}

const protocolError = (clause: string) => new ReasonError(reasonCode.protocolError, 'protocol_error', clause)
