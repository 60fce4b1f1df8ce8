import {
  type ApiKey,
  type AuthorizationSource,
  type Call,
  type CertificateInUse,
  getAuthorizationSettings,
  getDashboardConfig,
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
import { defineQuery, orIfMissing } from '../../data/index.ts'

/** What is looked at. Undefined is what could not be found out. */
export interface Facts {
  readonly defaultPassword: boolean | undefined
  readonly users: readonly User[] | undefined
  readonly secondFactors: readonly SecondFactor[] | undefined
  readonly apiKeys: readonly ApiKey[] | undefined
  /** Where the dashboard is served without TLS. */
  readonly dashboardHttp: string | number | undefined
  readonly authenticators: readonly ListedAuthenticator[]
  /** Built-in users whom no rule binds. */
  readonly superusers: number | undefined
  readonly sources: readonly AuthorizationSource[] | undefined
  readonly noMatch: 'allow' | 'deny' | undefined
  readonly listeners: readonly ListenerInfo[] | undefined
  readonly certificates: readonly CertificateInUse[] | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

export const factsQuery = defineQuery<undefined, Facts>({
  name: 'security-facts',
  async load(call, _, signal) {
    // A broker that does not even tell this tells nothing.
    const authenticators = await call(listAuthenticators, { signal })
    const [facts, users, secondFactors, apiKeys, dashboard, superusers, sources, settings, listeners, certificates] =
      await Promise.all([
        known(call(getSecurityFacts, { signal })),
        known(call(listUsers, { signal })),
        known(call(listSecondFactors, { signal })),
        known(call(listApiKeys, { signal })),
        known(call(getDashboardConfig, { signal })),
        known(countSuperusers(call, authenticators, signal)),
        known(call(listAuthzSources, { signal })),
        known(call(getAuthorizationSettings, { signal })),
        known(readListeners(call, signal)),
        known(call(listCertificates, { signal })),
      ])
    signal.throwIfAborted()
    return {
      defaultPassword: facts?.default_password,
      users,
      secondFactors,
      apiKeys,
      dashboardHttp: dashboard && (dashboard.listeners?.http?.bind ?? 0),
      authenticators,
      superusers,
      sources: sources?.sources,
      noMatch: settings?.no_match,
      listeners,
      certificates,
      now: Date.now(),
    }
  },
})

/** One thing that cannot be found out keeps nothing else back. */
const known = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined)

/** @throws when one of the authenticators does not tell */
async function countSuperusers(
  call: Call,
  authenticators: readonly ListedAuthenticator[],
  signal: AbortSignal,
): Promise<number> {
  const own = authenticators.filter(({ enable, backend }) => enable !== false && backend === 'built_in_database')
  const answers = await Promise.all(
    own.map(({ id }) =>
      call(listAuthenticatorUsers, { params: { id }, query: { page: 1, limit: 1, is_superuser: true }, signal }),
    ),
  )
  return answers.reduce((sum, { data, meta }) => sum + (meta.count ?? data.length), 0)
}

/** The list has neither authentication nor versions of TLS, so each one is asked for. */
async function readListeners(call: Call, signal: AbortSignal): Promise<readonly ListenerInfo[]> {
  const listed = await call(listListeners, { signal })
  const found = await Promise.all(
    listed.map(({ id }) => orIfMissing(call(getListener, { params: { id }, signal }), undefined)),
  )
  return found.filter((one) => one !== undefined)
}
