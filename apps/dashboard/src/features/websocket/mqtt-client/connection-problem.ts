import type { ListenerSummary } from '@mqdeck/contract'
import type { ConnectionSettings } from './connection-settings.ts'

/** Why there is no connection. */
export type ConnectionProblem =
  /** CONNACK with an error code; `text` is the reason string of the broker. */
  | { readonly kind: 'refused'; readonly version: number; readonly code: number; readonly text?: string | undefined }
  /** DISCONNECT of the broker. */
  | { readonly kind: 'disconnected'; readonly code: number; readonly text?: string | undefined }
  /** No response in time. */
  | { readonly kind: 'timeout' }
  /** The WebSocket was never open. */
  | { readonly kind: 'unreachable' }
  /** The WebSocket was open, and closed before CONNACK. */
  | { readonly kind: 'closedEarly'; readonly closeCode: number }
  /** An established connection was lost. */
  | { readonly kind: 'lost'; readonly closeCode: number | undefined }
  | { readonly kind: 'keepAlive' }
  /** The browser did not try: an invalid address, or ws:// on an https page. */
  | { readonly kind: 'forbidden' }
  /** The broker accepted the client without proving that it has the password. */
  | { readonly kind: 'unproved' }
  /** A protocol error reported by MQTT.js. */
  | { readonly kind: 'protocol'; readonly text: string }

/** Whether other credentials may help: bad username or password, or not authorized. */
export const isLoginProblem = (problem: ConnectionProblem | undefined): boolean =>
  problem?.kind === 'refused' && (problem.version < 5 ? [4, 5] : [0x86, 0x87]).includes(problem.code)

/** A possible cause to check, most likely first. `id` is the ID of a listener. */
export type ConnectionCheck =
  | { readonly kind: 'mixedContent' | 'network' | 'noListeners' }
  | { readonly kind: 'noListener'; readonly port: number; readonly known: readonly ListenerSummary[] }
  | { readonly kind: 'wrongType'; readonly port: number; readonly id: string; readonly type: string }
  | { readonly kind: 'needsTls' | 'noTls'; readonly port: number; readonly id: string }
  | { readonly kind: 'disabled' | 'stopped'; readonly id: string }
  | { readonly kind: 'path'; readonly id: string; readonly path: string }
  | { readonly kind: 'certificate'; readonly url: string }
  | { readonly kind: 'notMqtt' | 'limits' }
  | { readonly kind: CodeCheck }

/** The check for a reason code. */
type CodeCheck = 'credentials' | 'clientId' | 'version' | 'banned' | 'busy' | 'authMethod' | 'takenOver'

export interface ListenerContext {
  /** `https:` */
  readonly pageProtocol: string
  /** Undefined while they are not loaded. */
  readonly listeners: readonly ListenerSummary[] | undefined
  /** Path of each listener, by listener ID. */
  readonly paths: ReadonlyMap<string, string>
  /** The listener that the server of this page forwards this address to; undefined for any other address. */
  readonly proxiedListener: string | undefined
}

export function checksFor(
  problem: ConnectionProblem,
  settings: ConnectionSettings,
  context: ListenerContext,
): readonly ConnectionCheck[] {
  switch (problem.kind) {
    case 'refused':
    case 'disconnected':
      return checksForCode(problem.kind === 'refused' && problem.version < 5 ? mqtt3Checks : mqtt5Checks, problem.code)
    case 'forbidden':
      return isMixed(settings, context) ? [{ kind: 'mixedContent' }] : []
    case 'closedEarly':
      return [...listenerChecks(settings, context), { kind: 'notMqtt' }, { kind: 'limits' }, { kind: 'banned' }]
    case 'unreachable':
    case 'timeout':
      return reachChecks(settings, context)
    case 'lost':
    case 'keepAlive':
      return [{ kind: 'network' }]
    case 'protocol':
    case 'unproved':
      return []
  }
}

const mqtt3Checks: Readonly<Record<number, CodeCheck>> = {
  1: 'version',
  2: 'clientId',
  3: 'busy',
  4: 'credentials',
  5: 'credentials',
}

const mqtt5Checks: Readonly<Record<number, CodeCheck>> = {
  130: 'version',
  132: 'version',
  133: 'clientId',
  134: 'credentials',
  135: 'credentials',
  136: 'busy',
  137: 'busy',
  138: 'banned',
  139: 'busy',
  140: 'authMethod',
  142: 'takenOver',
  159: 'busy',
}

function checksForCode(checks: Readonly<Record<number, CodeCheck>>, code: number): readonly ConnectionCheck[] {
  const kind = checks[code]
  return kind === undefined ? [] : [{ kind }]
}

const isMixed = ({ scheme }: ConnectionSettings, { pageProtocol }: ListenerContext) =>
  pageProtocol === 'https:' && scheme === 'ws'

function reachChecks(settings: ConnectionSettings, context: ListenerContext): readonly ConnectionCheck[] {
  const { scheme, host, port } = settings
  if (isMixed(settings, context)) return [{ kind: 'mixedContent' }]
  const url = `https://${host}${port === undefined ? '' : `:${port}`}/`
  // For a proxied listener the browser has already accepted the certificate of the page.
  const certificate =
    scheme === 'wss' && context.proxiedListener === undefined ? ([{ kind: 'certificate', url }] as const) : []
  return [...listenerChecks(settings, context), ...certificate, { kind: 'network' }]
}

/** Compares port and path with the listeners. */
function listenerChecks(
  { scheme, port, path }: ConnectionSettings,
  { listeners, paths, proxiedListener }: ListenerContext,
): readonly ConnectionCheck[] {
  if (listeners === undefined) return []
  if (proxiedListener !== undefined) return listeners.filter(({ id }) => id === proxiedListener).flatMap(stateChecks)
  const usedPort = port ?? (scheme === 'wss' ? 443 : 80)
  const found = listeners.filter(({ bind }) => portOf(bind) === usedPort)
  const [listener] = found.filter(({ type }) => type === scheme).concat(found)
  if (!listener) {
    const known = listeners.filter(({ type, enable }) => (type === 'ws' || type === 'wss') && enable)
    return known.length === 0 ? [{ kind: 'noListeners' }] : [{ kind: 'noListener', port: usedPort, known }]
  }
  const { id, type } = listener
  const checks: ConnectionCheck[] = []
  if (type === 'wss' && scheme === 'ws') checks.push({ kind: 'needsTls', port: usedPort, id })
  else if (type === 'ws' && scheme === 'wss') checks.push({ kind: 'noTls', port: usedPort, id })
  else if (type !== scheme) checks.push({ kind: 'wrongType', port: usedPort, id, type })
  checks.push(...stateChecks(listener))
  const expected = paths.get(id)
  if (expected !== undefined && expected !== path.replace(/\?.*$/s, ''))
    checks.push({ kind: 'path', id, path: expected })
  return checks
}

function stateChecks({ id, enable, status }: ListenerSummary): readonly ConnectionCheck[] {
  if (!enable) return [{ kind: 'disabled', id }]
  return status?.running === false ? [{ kind: 'stopped', id }] : []
}

/** `0.0.0.0:8083`, `[::]:8083`, `8083` */
function portOf(bind: string | number): number | undefined {
  const digits = /(\d+)$/.exec(String(bind))?.[1]
  return digits === undefined ? undefined : Number(digits)
}
