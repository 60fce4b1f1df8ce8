import type { CertificateInUse, ListenerInfo } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import { type Finding, toFinding } from './finding.ts'
import type { Facts } from './queries.ts'
import { reachOf } from './reach.ts'

/** Days before the expiry of a certificate from which on there is a warning. Leaves time to request a new one from the CA. */
const warningDays = 30

/** Checks encryption, authentication and certificates of the listeners. */
export function checkListeners({
  listeners,
  certificates,
  authenticators,
  exproto,
  trustedProxies,
}: Facts): readonly Finding[] {
  const enabled = listeners?.filter(({ enable }) => enable)
  const isAnonymous = authenticators.every(({ enable }) => enable === false)
  const plain = enabled?.filter(({ type, bind }) => (type === 'tcp' || type === 'ws') && reachOf(bind) === 'everywhere')
  const local = enabled?.filter(({ type, bind }) => (type === 'tcp' || type === 'ws') && reachOf(bind) === 'network')
  const unauthenticated = enabled?.filter(({ enable_authn }) => enable_authn === false)
  const old = enabled?.filter(acceptsOldTls)
  const believing = enabled?.filter(believesAnyProxy)
  const ignoring = trustedProxies?.length === 0 ? enabled?.filter(hasOwnAddressHeader) : []
  return [
    toFinding('plaintext', '/listener', [
      [enabled === undefined, 'unknown', 'notReported'],
      [isSome(plain) && isAnonymous, 'danger', 'plainForAll', idsOf(plain)],
      [isSome(plain), 'attention', 'plainOpen', idsOf(plain)],
      [isSome(local), 'attention', 'plainNear', idsOf(local)],
      [true, 'ok', 'noPlain'],
    ]),
    toFinding('noAuthentication', '/listener', [
      [enabled === undefined, 'unknown', 'notReported'],
      [isSome(unauthenticated), 'danger', 'noAuthentication', idsOf(unauthenticated)],
      [true, 'ok', 'allAuthenticate'],
    ]),
    toFinding('oldTls', '/listener', [
      [enabled === undefined, 'unknown', 'notReported'],
      [isSome(old), 'attention', 'oldTls', idsOf(old)],
      [true, 'ok', 'newTls'],
    ]),
    checkExproto(exproto),
    toFinding('clientAddresses', '/listener', [
      [enabled === undefined, 'unknown', 'notReported'],
      [isSome(believing), 'attention', 'proxyProtocolOpen', idsOf(believing)],
      [trustedProxies === undefined, 'unknown', 'serverOnly'],
      [isSome(ignoring), 'attention', 'headerIgnored', idsOf(ignoring)],
      [trustedProxies?.length === 0, 'ok', 'addressOfConnection'],
      [true, 'ok', 'addressOfProxies', trustedProxies ?? []],
    ]),
    ...checkCertificates(certificates),
  ]
}

/** Calls of handlers carry no password. */
function checkExproto(server: Facts['exproto']): Finding {
  const reach = reachOf(server?.bind)
  return toFinding('exproto', '/gateway/detail/exproto', [
    [server === undefined, 'unknown', 'notReported'],
    [reach === 'off', 'ok', 'exprotoOff'],
    [reach === 'machine', 'ok', 'exprotoMachine'],
    [server?.isVerified === true, 'ok', 'exprotoVerified'],
    [true, 'danger', 'exprotoOpen', [String(server?.bind)]],
  ])
}

function checkCertificates(all: readonly CertificateInUse[] | undefined): readonly Finding[] {
  const servers = all?.filter(({ role }) => role === 'server')
  const broken = all?.filter(({ error, key_matches }) => error !== null || key_matches === false)
  const ended = all?.filter(({ days_left }) => days_left !== null && days_left < 0)
  const ending = all?.filter(
    ({ days_left, renewed_by_server }) => days_left !== null && days_left <= warningDays && !renewed_by_server,
  )
  const selfSigned = servers?.filter(({ subject, issuer }) => subject !== null && subject === issuer)
  return [
    toFinding('certificates', '/listener', [
      [all === undefined, 'unknown', 'serverOnly'],
      [isSome(broken), 'danger', 'certificateBroken', pathsOf(broken)],
      [isSome(ended), 'danger', 'certificateEnded', pathsOf(ended)],
      [isSome(ending), 'attention', 'certificateEnding', pathsOf(ending)],
      [all?.length === 0, 'ok', 'noCertificate'],
      [true, 'ok', 'certificatesFine'],
    ]),
    toFinding('selfSigned', '/listener', [
      [all === undefined, 'unknown', 'serverOnly'],
      [isSome(selfSigned), 'attention', 'selfSigned', pathsOf(selfSigned)],
      [servers?.length === 0, 'ok', 'noCertificate'],
      [true, 'ok', 'signed'],
    ]),
  ]
}

function acceptsOldTls(listener: ListenerInfo): boolean {
  const options: unknown = 'ssl_options' in listener ? listener.ssl_options : undefined
  const versions: unknown = isRecord(options) ? options.versions : undefined
  return Array.isArray(versions) && versions.some((version) => version === 'tlsv1' || version === 'tlsv1.1')
}

/** Anyone who can reach such a listener can choose an address. */
const believesAnyProxy = (listener: ListenerInfo): boolean =>
  'proxy_protocol' in listener &&
  listener.proxy_protocol === true &&
  reachOf(listener.bind) !== 'machine' &&
  !listener.access_rules.some((rule) => rule.trim() === 'deny all')

/** Whether the header was chosen. The default is set on every listener. */
function hasOwnAddressHeader(listener: ListenerInfo): boolean {
  const header = 'websocket' in listener ? listener.websocket.proxy_address_header : ''
  return header !== '' && header.toLowerCase() !== 'x-forwarded-for'
}

const isSome = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0
const idsOf = (list: readonly { readonly id: string }[] = []) => list.map(({ id }) => id)
/** `listeners.ssl.default.ssl_options.certfile` -> `ssl:default` */
const pathsOf = (list: readonly { readonly path: string }[] = []) => [
  ...new Set(list.map(({ path }) => /^listeners\.(\w+)\.([\w-]+)\./.exec(path)?.slice(1).join(':') ?? shorten(path))),
]
const shorten = (path: string) => (path.startsWith('dashboard.') ? 'dashboard' : path)
