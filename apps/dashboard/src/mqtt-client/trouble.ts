import type { ListenerSummary } from '@mqdeck/contract'
import type { ConnectionSettings } from './settings.ts'

/** Why there is no connection. */
export type Trouble =
  /** CONNACK with a code; `text` is the broker's own reason string. */
  | { readonly kind: 'refused'; readonly version: number; readonly code: number; readonly text?: string | undefined }
  /** DISCONNECT of the broker. */
  | { readonly kind: 'disconnected'; readonly code: number; readonly text?: string | undefined }
  /** Nobody answered in time. */
  | { readonly kind: 'timeout' }
  /** The WebSocket was never open. */
  | { readonly kind: 'unreachable' }
  /** The WebSocket was open, and closed before CONNACK. */
  | { readonly kind: 'closedEarly'; readonly closeCode: number }
  /** The connection that there was broke. */
  | { readonly kind: 'lost'; readonly closeCode: number | undefined }
  | { readonly kind: 'keepAlive' }
  /** The browser did not even try: the address is none, or ws:// from an https page. */
  | { readonly kind: 'forbidden' }
  /** It let this client in without proving that it knows the password. */
  | { readonly kind: 'unproved' }
  /** What MQTT.js makes of a packet that breaks the protocol. */
  | { readonly kind: 'protocol'; readonly text: string }

/** What to look at, most likely first. `id` is a listener's. */
export type Check =
  | { readonly kind: 'mixedContent' | 'network' | 'noListeners' }
  | { readonly kind: 'noListener'; readonly port: number; readonly known: readonly ListenerSummary[] }
  | { readonly kind: 'wrongType'; readonly id: string; readonly type: string }
  | { readonly kind: 'needsTls' | 'noTls' | 'disabled' | 'stopped'; readonly id: string }
  | { readonly kind: 'path'; readonly id: string; readonly path: string }
  | { readonly kind: 'certificate'; readonly url: string }
  | { readonly kind: 'notMqtt' | 'flapping' | 'limits' }
  | { readonly kind: CodeCheck }

/** What a reason code leads to. */
type CodeCheck = 'credentials' | 'clientId' | 'version' | 'banned' | 'busy' | 'authMethod' | 'takenOver'

export interface Surroundings {
  /** `https:` */
  readonly pageProtocol: string
  /** Undefined while they are not known. */
  readonly listeners: readonly ListenerSummary[] | undefined
  /** By listener. */
  readonly paths: ReadonlyMap<string, string>
  /** The listener to which this page's own server passes on what it gets at the address; undefined for any other address. */
  readonly passedTo: string | undefined
}

export function checksFor(trouble: Trouble, settings: ConnectionSettings, around: Surroundings): readonly Check[] {
  switch (trouble.kind) {
    case 'refused':
    case 'disconnected':
      return checksForCode(trouble.kind === 'refused' && trouble.version < 5 ? mqtt3Checks : mqtt5Checks, trouble.code)
    case 'forbidden':
      return isMixed(settings, around) ? [{ kind: 'mixedContent' }] : []
    case 'closedEarly':
      return [...listenerChecks(settings, around), { kind: 'notMqtt' }, { kind: 'limits' }, { kind: 'flapping' }]
    case 'unreachable':
    case 'timeout':
      return reachChecks(settings, around)
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

function checksForCode(checks: Readonly<Record<number, CodeCheck>>, code: number): readonly Check[] {
  const kind = checks[code]
  return kind === undefined ? [] : [{ kind }]
}

const isMixed = ({ scheme }: ConnectionSettings, { pageProtocol }: Surroundings) =>
  pageProtocol === 'https:' && scheme === 'ws'

function reachChecks(settings: ConnectionSettings, around: Surroundings): readonly Check[] {
  const { scheme, host, port } = settings
  if (isMixed(settings, around)) return [{ kind: 'mixedContent' }]
  const url = `https://${host}${port === undefined ? '' : `:${port}`}/`
  // Through the page's own server the browser has accepted the page's certificate already.
  const certificate = scheme === 'wss' && around.passedTo === undefined ? ([{ kind: 'certificate', url }] as const) : []
  return [...listenerChecks(settings, around), ...certificate, { kind: 'network' }]
}

/** What the listeners tell about the port and the path. */
function listenerChecks(
  { scheme, port, path }: ConnectionSettings,
  { listeners, paths, passedTo }: Surroundings,
): readonly Check[] {
  if (listeners === undefined) return []
  if (passedTo !== undefined) return listeners.filter(({ id }) => id === passedTo).flatMap(stateChecks)
  const wanted = port ?? (scheme === 'wss' ? 443 : 80)
  const found = listeners.filter(({ bind }) => portOf(bind) === wanted)
  const [listener] = found.filter(({ type }) => type === scheme).concat(found)
  if (!listener) {
    const known = listeners.filter(({ type, enable }) => (type === 'ws' || type === 'wss') && enable)
    return known.length === 0 ? [{ kind: 'noListeners' }] : [{ kind: 'noListener', port: wanted, known }]
  }
  const { id, type } = listener
  const checks: Check[] = []
  if (type === 'wss' && scheme === 'ws') checks.push({ kind: 'needsTls', id })
  else if (type === 'ws' && scheme === 'wss') checks.push({ kind: 'noTls', id })
  else if (type !== scheme) checks.push({ kind: 'wrongType', id, type })
  checks.push(...stateChecks(listener))
  const expected = paths.get(id)
  if (expected !== undefined && expected !== path.replace(/\?.*$/s, ''))
    checks.push({ kind: 'path', id, path: expected })
  return checks
}

function stateChecks({ id, enable, status }: ListenerSummary): readonly Check[] {
  if (!enable) return [{ kind: 'disabled', id }]
  return status?.running === false ? [{ kind: 'stopped', id }] : []
}

/** `0.0.0.0:8083`, `[::]:8083`, `8083` */
function portOf(bind: string | number): number | undefined {
  const digits = /(\d+)$/.exec(String(bind))?.[1]
  return digits === undefined ? undefined : Number(digits)
}
