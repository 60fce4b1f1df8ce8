import { isDeepStrictEqual } from 'node:util'
import type { AuthorizeAction, AuthorizeVerdict, ClientInfo, Hooks, Metrics } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { Clock, Log, Store } from '@mqdeck/kit'
import { MemberError } from '../member-error.ts'
import type { MemberStates } from '../member-states.ts'
import { authzBackends } from './backends.ts'
import { openStoredRules, type StoredRules } from './built-in-database/stored-rules.ts'
import {
  type AuthzMember,
  type AuthzStep,
  createAuthzChain,
  type Decided,
  explainSource,
  failedSource,
} from './chain.ts'
import { answerByClientAcl } from './client-acl.ts'
import { type CachedDecision, createDecisionCache } from './decision-cache.ts'
import type { AuthzContext, AuthzSource } from './port.ts'
import type { AuthorizationSettings, SourceSettings } from './settings.ts'

export interface AuthorizationOptions {
  readonly hooks: Hooks
  readonly metrics: Pick<
    Metrics,
    | 'authorization.cache_hit'
    | 'authorization.cache_miss'
    | 'authorization.matched.allow'
    | 'authorization.matched.deny'
    | 'authorization.nomatch'
  >
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Folder that relative file names in settings are resolved against. */
  readonly folder: string
  /**
   * Asks an extension about an action that no source decided. `failed`: denied, and asked again next time. Undefined if
   * no extension decides.
   */
  readonly askExtension?: (
    client: ClientInfo,
    action: AuthorizeAction,
    noMatch: 'allow' | 'deny',
  ) => Promise<'allow' | 'deny' | 'failed' | undefined> | undefined
  /** Authorizes the subscriptions and queued messages of all sessions again, with `recheck_sessions`. */
  readonly recheckSessions?: () => void
}

export interface AuthzExplanation {
  readonly result: 'allow' | 'deny'
  /** `superuser`, `client_info`, the type of a source, or `default` if no source matches. */
  readonly by: string
  readonly steps: readonly AuthzStep[]
}

/** Decides what clients may publish and subscribe to. */
export interface Authorization {
  /**
   * Creates the configured chain when the process starts. A source with invalid settings denies everything until its
   * settings are fixed.
   */
  start(settings: AuthorizationSettings): Promise<void>
  /**
   * Applies new settings. Unchanged sources keep running; cached decisions are removed. @throws {MemberError} (rejects)
   * if the settings of a source are invalid; nothing is changed then
   */
  update(settings: AuthorizationSettings): Promise<void>
  /** In the order of the chain, without disabled members. */
  members(): readonly AuthzMember[]
  /** Calls the listener with each state change of an enabled source. Returns a function that removes the listener. */
  readonly onMemberChange: MemberStates['onChange']
  /** Undefined if it is not configured. All metrics of disabled members are zero. */
  member(type: string): AuthzMember | undefined
  /** Returns the decision with its steps. Changes no metrics and caches nothing. `draft` replaces the current settings. */
  explain(client: ClientInfo, action: AuthorizeAction, draft?: AuthorizationSettings): Promise<AuthzExplanation>
  /** Deletes the rules of the built-in database if it is no longer configured, as EMQX does. */
  tidy(): Promise<void>
  /** The cached results of a client. */
  cached(client: ClientInfo): readonly CachedDecision[]
  /** Clears the cache of one client or of all clients. */
  clearCache(client?: ClientInfo): void
  /** Rules of the built-in database. */
  readonly rules: StoredRules
  stop(): Promise<void>
}

/** Source of a denial because an extension could not be asked. It is not cached. */
const failedExtension = 'exhook_failed'

interface Running {
  readonly type: string
  readonly settings: SourceSettings
  readonly source: AuthzSource
}

const nothing: AuthorizationSettings = {
  no_match: 'allow',
  deny_action: 'ignore',
  source_failure: 'deny',
  recheck_sessions: false,
  cache: { enable: false, max_size: 1, ttl: 0, excludes: [] },
  sources: [],
}

export function createAuthorization({
  hooks,
  metrics,
  store,
  clock,
  log,
  folder,
  askExtension,
  recheckSessions = () => {},
}: AuthorizationOptions): Authorization {
  const chain = createAuthzChain({ clock, log })
  const cache = createDecisionCache(clock, nothing.cache)
  const rules = openStoredRules(store, () => {
    cache.forgetAll()
    if (settings.recheck_sessions) recheckSessions()
  })
  const context: AuthzContext = { clock, log, store, folder, rules }
  let settings = nothing
  let verdicts = createVerdicts(settings)
  let running: readonly Running[] = []

  const unhook = [
    hooks.fold('client.authorize', (decision, client, action) =>
      decision === 'ignore' ? authorize(client, action) : decision,
    ),
    hooks.on('client.disconnected', (client) => cache.forget(client)),
    // After re-authentication the client may have a different user or different rules (MQTT 5, 4.12.1).
    hooks.on('client.check_authn_complete', (client) => cache.forget(client)),
  ]

  return {
    rules,
    start: async (first) => replace(first, await Promise.all(first.sources.map(createOrDeny))),
    async update(next) {
      const decisive = ({ cache: _, ...others }: AuthorizationSettings) => others
      const isSame = isDeepStrictEqual(decisive(next), decisive(settings))
      await replace(next, await Promise.all(next.sources.map((one, index) => stays(one) ?? create(one, index))))
      if (next.recheck_sessions && !isSame) recheckSessions()
    },
    members: chain.members,
    onMemberChange: chain.onMemberChange,
    member: (type) => chain.members().find((one) => one.type === type) ?? switchedOff(type),
    async explain(client, action, draft) {
      if (!draft) return explain(client, action, running, settings)
      const made = await Promise.all(draft.sources.map((one, index) => stays(one) ?? create(one, index)))
      const fresh = made.filter(({ source, settings: { enable } }) => enable && !isRunning(source))
      try {
        await Promise.all(fresh.map(({ source }) => source.start()))
        return await explain(client, action, made, draft)
      } finally {
        await Promise.all(fresh.map(({ source }) => source.stop()))
      }
    },
    async tidy() {
      if (!running.some(({ type }) => type === 'built_in_database')) await rules.removeAll()
    },
    cached: cache.list,
    clearCache: (client) => (client ? cache.forget(client) : cache.forgetAll()),
    async stop() {
      for (const end of unhook) end()
      running = []
      await chain.replace([], 'deny')
    },
  }

  async function replace(next: AuthorizationSettings, sources: readonly Running[]): Promise<void> {
    settings = next
    verdicts = createVerdicts(next)
    running = sources
    cache.update(next.cache)
    await chain.replace(
      sources.filter((one) => one.settings.enable),
      next.source_failure,
    )
  }

  async function createOrDeny(wanted: SourceSettings, index: number): Promise<Running> {
    try {
      return await create(wanted, index)
    } catch (error) {
      const reason = messageOf(error)
      log.error({ source: wanted.type, reason }, 'authz_source_unusable')
      return { type: wanted.type, settings: wanted, source: createFailedSource(reason, clock.now()) }
    }
  }

  function switchedOff(type: string): AuthzMember | undefined {
    const found = running.find((one) => one.type === type)
    const none = { total: 0, allow: 0, deny: 0, nomatch: 0, ignore: 0, rate: 0, rate_last5m: 0, rate_max: 0 }
    if (!found) return undefined
    const { source } = found
    return {
      type,
      state: source.state(),
      metrics: none,
      lastMinute: [],
      ...(source.ruleCount && { rules: source.ruleCount() }),
    }
  }

  function isRunning(source: AuthzSource): boolean {
    return running.some((one) => one.source === source && one.settings.enable)
  }

  function stays(wanted: SourceSettings): Running | undefined {
    return running.find((one) => isDeepStrictEqual(one.settings, wanted))
  }

  /** Also creates disabled sources, so that their settings are validated before they are saved. */
  async function create(wanted: SourceSettings, index: number): Promise<Running> {
    const { type } = wanted
    const backend = authzBackends.find(({ manifest }) => manifest.type === type)
    if (!backend) throw new MemberError(index, `unknown source type ${type}`)
    try {
      // The settings were parsed with the struct of this backend.
      return { type, settings: wanted, source: await backend.create(wanted as never, context) }
    } catch (error) {
      throw new MemberError(index, error)
    }
  }

  function authorize(client: ClientInfo, action: AuthorizeAction): AuthorizeVerdict | Promise<AuthorizeVerdict> {
    if (!cache.keeps(action.topic)) return decide(client, action)
    const known = cache.get(client, action)
    if (known) {
      metrics['authorization.cache_hit'] += 1
      return verdicts(known, 'cache')
    }
    metrics['authorization.cache_miss'] += 1
    const { generation } = cache
    const remember = (verdict: AuthorizeVerdict) => {
      if (verdict.source !== failedExtension && verdict.source !== failedSource)
        cache.put(client, action, verdict.result, generation)
      return verdict
    }
    const verdict = decide(client, action)
    return verdict instanceof Promise ? verdict.then(remember) : remember(verdict)
  }

  function decide(client: ClientInfo, action: AuthorizeAction): AuthorizeVerdict | Promise<AuthorizeVerdict> {
    const own = answerByClientAcl(client, action, clock.now())
    if (own === 'allow' || own === 'deny') return matched({ result: own, by: 'client_info' })
    const conclude = (decided: Decided | undefined) => (decided ? matched(decided) : unmatched(client, action))
    const decided = chain.decide(client, action)
    return decided instanceof Promise ? decided.then(conclude) : conclude(decided)
  }

  function matched({ result, by }: Decided): AuthorizeVerdict {
    metrics[`authorization.matched.${result}`] += 1
    return verdicts(result, by)
  }

  function unmatched(client: ClientInfo, action: AuthorizeAction): AuthorizeVerdict | Promise<AuthorizeVerdict> {
    const { no_match } = settings
    metrics['authorization.nomatch'] += 1
    const asked = askExtension?.(client, action, no_match)
    if (!asked) return verdicts(no_match, 'default')
    return asked.then((answer) => {
      if (answer === 'failed') return verdicts('deny', failedExtension)
      return answer ? verdicts(answer, 'exhook') : verdicts(no_match, 'default')
    })
  }

  async function explain(
    client: ClientInfo,
    action: AuthorizeAction,
    sources: readonly Running[],
    { no_match, source_failure }: Pick<AuthorizationSettings, 'no_match' | 'source_failure'>,
  ): Promise<AuthzExplanation> {
    if (client.isSuperuser) return { result: 'allow', by: 'superuser', steps: [] }
    const steps: AuthzStep[] = []
    const own = { type: 'client_info', source: { authorize: () => answerByClientAcl(client, action, clock.now()) } }
    const asked = [...(client.acl === undefined ? [] : [own]), ...sources.filter((one) => one.settings.enable)]
    for (const one of asked) {
      const step = await explainSource(one, client, action)
      steps.push(step)
      if (step.result === 'allow' || step.result === 'deny') return { result: step.result, by: one.type, steps }
      if (step.result === 'failed' && source_failure === 'deny') return { result: 'deny', by: one.type, steps }
    }
    return { result: no_match, by: 'default', steps }
  }
}

type Verdicts = (result: 'allow' | 'deny', source: string) => AuthorizeVerdict

/** There are only a few different verdicts, so they are created once. */
function createVerdicts({ deny_action }: AuthorizationSettings): Verdicts {
  const disconnect = deny_action === 'disconnect'
  const allowed = new Map<string, AuthorizeVerdict>()
  const denied = new Map<string, AuthorizeVerdict>()
  return (result, source) => {
    const made = result === 'allow' ? allowed : denied
    const known = made.get(source)
    if (known) return known
    const verdict: AuthorizeVerdict = result === 'allow' ? { result, source } : { result, source, disconnect }
    made.set(source, verdict)
    return verdict
  }
}

/** Replaces a source with invalid settings. It denies every action, since the source might have denied it. */
const createFailedSource = (reason: string, now: number): AuthzSource => ({
  authorize(_client, _action, note) {
    note?.('the source is unavailable', reason)
    return 'deny'
  },
  state: () => ({ status: 'disconnected', reason, since: now }),
  start: async () => {},
  stop: async () => {},
})
