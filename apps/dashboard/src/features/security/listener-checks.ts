import type { CertificateInUse, ListenerInfo } from '@mqdeck/contract'
import { isRecord } from '../../lib/json-path.ts'
import type { Facts } from './facts.ts'
import { conclude, type Finding } from './finding.ts'
import { reachOf } from './reach.ts'

/** Days in which a certificate ends soon: what authorities need to make a new one, and people to notice. */
const soon = 30

/** How clients reach the broker, and whether anybody listens on the way. */
export function checkListeners({ listeners, certificates, authenticators }: Facts): readonly Finding[] {
  const on = listeners?.filter(({ enable }) => enable)
  const isAnonymous = authenticators.every(({ enable }) => enable === false)
  const plain = on?.filter(({ type, bind }) => (type === 'tcp' || type === 'ws') && reachOf(bind) === 'everywhere')
  const near = on?.filter(({ type, bind }) => (type === 'tcp' || type === 'ws') && reachOf(bind) === 'network')
  const unasked = on?.filter(({ enable_authn }) => enable_authn === false)
  const old = on?.filter(takesOldTls)
  return [
    conclude('plaintext', '/listener', [
      [on === undefined, 'unknown', 'notTold'],
      [isSome(plain) && isAnonymous, 'danger', 'plainForAll', idsOf(plain)],
      [isSome(plain), 'attention', 'plainOpen', idsOf(plain)],
      [isSome(near), 'attention', 'plainNear', idsOf(near)],
      [true, 'ok', 'noPlain'],
    ]),
    conclude('unasked', '/listener', [
      [on === undefined, 'unknown', 'notTold'],
      [isSome(unasked), 'danger', 'unasked', idsOf(unasked)],
      [true, 'ok', 'allAsk'],
    ]),
    conclude('oldTls', '/listener', [
      [on === undefined, 'unknown', 'notTold'],
      [isSome(old), 'attention', 'oldTls', idsOf(old)],
      [true, 'ok', 'newTls'],
    ]),
    ...checkCertificates(certificates),
  ]
}

function checkCertificates(all: readonly CertificateInUse[] | undefined): readonly Finding[] {
  const servers = all?.filter(({ role }) => role === 'server')
  const broken = all?.filter(({ error, key_matches }) => error !== null || key_matches === false)
  const ended = all?.filter(({ days_left }) => days_left !== null && days_left < 0)
  const ending = all?.filter(
    ({ days_left, renewed_by_server }) => days_left !== null && days_left <= soon && !renewed_by_server,
  )
  const own = servers?.filter(({ subject, issuer }) => subject !== null && subject === issuer)
  return [
    conclude('certificates', '/listener', [
      [all === undefined, 'unknown', 'serverOnly'],
      [isSome(broken), 'danger', 'certificateBroken', pathsOf(broken)],
      [isSome(ended), 'danger', 'certificateEnded', pathsOf(ended)],
      [isSome(ending), 'attention', 'certificateEnding', pathsOf(ending)],
      [all?.length === 0, 'ok', 'noCertificate'],
      [true, 'ok', 'certificatesFine'],
    ]),
    conclude('selfSigned', '/listener', [
      [all === undefined, 'unknown', 'serverOnly'],
      [isSome(own), 'attention', 'selfSigned', pathsOf(own)],
      [servers?.length === 0, 'ok', 'noCertificate'],
      [true, 'ok', 'signed'],
    ]),
  ]
}

function takesOldTls(listener: ListenerInfo): boolean {
  const options: unknown = 'ssl_options' in listener ? listener.ssl_options : undefined
  const versions: unknown = isRecord(options) ? options.versions : undefined
  return Array.isArray(versions) && versions.some((version) => version === 'tlsv1' || version === 'tlsv1.1')
}

const isSome = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0
const idsOf = (list: readonly { readonly id: string }[] = []) => list.map(({ id }) => id)
/** `listeners.ssl.default.ssl_options.certfile` -> `ssl:default` */
const pathsOf = (list: readonly { readonly path: string }[] = []) => [
  ...new Set(list.map(({ path }) => /^listeners\.(\w+)\.([\w-]+)\./.exec(path)?.slice(1).join(':') ?? shorten(path))),
]
const shorten = (path: string) => (path.startsWith('dashboard.') ? 'dashboard' : path)
