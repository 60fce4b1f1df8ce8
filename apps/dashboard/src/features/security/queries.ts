import {
  type ApiKey,
  type AuthorizationSource,
  type Call,
  type CertificateInUse,
  getAuthorizationSettings,
  getDashboardConfig,
  getGateway,
  getListener,
  getSecurityFacts,
  type ListedAuthenticator,
  type ListenerInfo,
  listApiKeys,
  listAuthenticators,
  listAuthenticatorUsers,
  listAuthzSources,
  listCertificates,
  listListeners,
  listSecondFactors,
  listUsers,
  type SecondFactor,
  type User,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../api/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'

/** The data that is checked. Undefined if it could not be loaded. */
export interface Facts {
  readonly defaultPassword: boolean | undefined
  /** Addresses of reverse proxies that may name the client. */
  readonly trustedProxies: readonly string[] | undefined
  readonly profile: 'open' | 'hardened' | undefined
  /** Whether other users of the machine can read the data folder. */
  readonly isDataFolderOpen: boolean | undefined
  readonly users: readonly User[] | undefined
  readonly secondFactors: readonly SecondFactor[] | undefined
  readonly apiKeys: readonly ApiKey[] | undefined
  /** Address of the plain HTTP listener; 0 if it is disabled. */
  readonly dashboardHttp: string | number | undefined
  readonly authenticators: readonly ListedAuthenticator[]
  /** Number of superusers in built-in databases. */
  readonly superusers: number | undefined
  readonly sources: readonly AuthorizationSource[] | undefined
  readonly noMatch: 'allow' | 'deny' | undefined
  readonly sourceFailure: 'deny' | 'ignore' | undefined
  readonly listeners: readonly ListenerInfo[] | undefined
  readonly certificates: readonly CertificateInUse[] | undefined
  /** The gRPC server of the ExProto gateway. */
  readonly exproto: ExprotoServer | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface ExprotoServer {
  /** Its address; 0 if the gateway is not running. */
  readonly bind: string | number
  /** Only handlers with a certificate can call it. */
  readonly isVerified: boolean
}

export const factsQuery = defineQuery<undefined, Facts>({
  name: 'security-facts',
  async load(call, _, signal) {
    // If even this fails, the broker cannot be reached, and the page shows the error.
    const authenticators = await call(listAuthenticators, { signal })
    const [
      facts,
      users,
      secondFactors,
      apiKeys,
      dashboard,
      superusers,
      sources,
      settings,
      listeners,
      certificates,
      exproto,
    ] = await Promise.all([
      orUndefined(call(getSecurityFacts, { signal })),
      orUndefined(call(listUsers, { signal })),
      orUndefined(call(listSecondFactors, { signal })),
      orUndefined(call(listApiKeys, { signal })),
      orUndefined(call(getDashboardConfig, { signal })),
      orUndefined(countSuperusers(call, authenticators, signal)),
      orUndefined(call(listAuthzSources, { signal })),
      orUndefined(call(getAuthorizationSettings, { signal })),
      orUndefined(readListeners(call, signal)),
      orUndefined(call(listCertificates, { signal })),
      orUndefined(call(getGateway, { params: { name: 'exproto' }, signal })),
    ])
    signal.throwIfAborted()
    return {
      defaultPassword: facts?.default_password,
      trustedProxies: facts?.trusted_proxies,
      profile: facts?.profile,
      isDataFolderOpen: facts?.data_folder_open,
      users,
      secondFactors,
      apiKeys,
      dashboardHttp: dashboard && (dashboard.listeners?.http?.bind ?? 0),
      authenticators,
      superusers,
      sources: sources?.sources,
      noMatch: settings?.no_match,
      sourceFailure: settings?.source_failure,
      listeners,
      certificates,
      exproto: exproto && exprotoServerOf(exproto, facts !== undefined),
      now: Date.now(),
    }
  },
})

/** @param isOwn of a broker that opens a port alone on this machine only. EMQX opens it on all addresses and ignores the TLS settings. */
function exprotoServerOf(gateway: Readonly<Record<string, unknown>>, isOwn: boolean): ExprotoServer {
  const { enable, server } = gateway
  const { bind, ssl_options } = isRecord(server) ? server : {}
  if (enable !== true || bind === undefined) return { bind: 0, isVerified: false }
  const { verify, fail_if_no_peer_cert } = isRecord(ssl_options) ? ssl_options : {}
  const isVerified = isOwn && verify === 'verify_peer' && fail_if_no_peer_cert === true
  const isPort = /^\d+$/.test(String(bind))
  return { bind: isOwn && isPort && !isVerified ? `127.0.0.1:${bind}` : String(bind), isVerified }
}

/** A failed request must not prevent the other checks. */
const orUndefined = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined)

/** @throws when one of the requests fails */
async function countSuperusers(
  call: Call,
  authenticators: readonly ListedAuthenticator[],
  signal: AbortSignal,
): Promise<number> {
  const builtIn = authenticators.filter(({ enable, backend }) => enable !== false && backend === 'built_in_database')
  const answers = await Promise.all(
    builtIn.map(({ id }) =>
      call(listAuthenticatorUsers, { params: { id }, query: { page: 1, limit: 1, is_superuser: true }, signal }),
    ),
  )
  return answers.reduce((sum, { data, meta }) => sum + (meta.count ?? data.length), 0)
}

/** The list has neither `enable_authn` nor TLS versions, so each listener is requested. */
async function readListeners(call: Call, signal: AbortSignal): Promise<readonly ListenerInfo[]> {
  const listed = await call(listListeners, { signal })
  const found = await Promise.all(
    listed.map(({ id }) => orIfMissing(call(getListener, { params: { id }, signal }), undefined)),
  )
  return found.filter((one) => one !== undefined)
}
