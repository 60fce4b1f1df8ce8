import { isDeepStrictEqual } from 'node:util'
import type { AuthenticateResult, ClientInfo, ConnectDetails, Hooks } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { Clock, Log, Store } from '@mqdeck/kit'
import { type AuthenticatorSettings, authenticatorId } from '../catalog.ts'
import { MemberError } from '../member-error.ts'
import type { MemberStates } from '../member-states.ts'
import { authnBackends } from './backends.ts'
import { type AuthnChain, type AuthnChainOptions, type AuthnMember, createAuthnChain, explainMembers } from './chain.ts'
import type { Authenticator, AuthnContext, AuthnUsers, Credentials } from './port.ts'

export interface AuthenticationOptions {
  /** Without hooks, `authenticate` must be called. */
  readonly hooks?: Hooks
  /** Default `mqtt:global`. Built-in users belong to one chain. */
  readonly chain?: string
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Folder that relative file names in settings are resolved against. */
  readonly folder: string
  readonly reportBootstrapFile?: AuthnContext['reportBootstrapFile']
  readonly failure?: AuthnChainOptions['failure']
}

/** Decides which clients may connect, with one chain. */
export interface Authentication {
  /** The decision of the chain; `ignore` if it has no enabled authenticator. */
  authenticate(client: ClientInfo, details: ConnectDetails): AuthenticateResult | Promise<AuthenticateResult>
  /**
   * Creates the configured chain when the process starts. A member with invalid settings is in the chain like an
   * unreachable backend: it accepts no clients, and its settings can be fixed.
   */
  start(settings: readonly AuthenticatorSettings[]): Promise<void>
  /**
   * Applies new settings. Unchanged members keep running. @throws {MemberError} (rejects) if settings are invalid;
   * nothing is changed then
   */
  update(settings: readonly AuthenticatorSettings[]): Promise<void>
  /** Undefined if it is not configured. All metrics of disabled members are zero. */
  member(id: string): AuthnMember | undefined
  members(): readonly AuthnMember[]
  /** Calls the listener with each state change of an enabled authenticator. Returns a function that removes the listener. */
  readonly onMemberChange: MemberStates['onChange']
  /** Users of a configured authenticator with the built-in database. */
  users(id: string): AuthnUsers | undefined
  /** Deletes the users of authenticators that are no longer configured. */
  tidy(): Promise<void>
  /**
   * Authenticates step by step, without a change of the metrics. @param draft replaces the current settings @throws
   * {MemberError} (rejects) if the draft is invalid
   */
  explain(credentials: Credentials, draft?: readonly AuthenticatorSettings[]): ReturnType<AuthnChain['explain']>
  stop(): Promise<void>
}

interface Running {
  readonly id: string
  readonly settings: AuthenticatorSettings
  readonly authenticator: Authenticator
}

export function createAuthentication({ hooks, ...given }: AuthenticationOptions): Authentication {
  const context: AuthnContext = { ...given, chain: given.chain ?? 'mqtt:global' }
  const { log } = given
  const chain = createAuthnChain(given)
  let configured: readonly Running[] = []
  let isOpen = true

  // No promise if there is no authenticator. Clients of gateways have other chains.
  hooks?.fold('client.authenticate', (decision, client, details) =>
    isOpen || client.gateway !== undefined || decision.result !== 'ignore'
      ? decision
      : chain.authenticate(toCredentials(client, details)),
  )

  return {
    authenticate: (client, details) =>
      isOpen ? { result: 'ignore' } : chain.authenticate(toCredentials(client, details)),
    start: async (settings) =>
      replace(await Promise.all(settings.map((one) => created(one, (error) => unusable(one, error))))),
    update: async (settings) => replace(await kept(settings)),
    member: (id) => chain.members().find((one) => one.id === id) ?? switchedOff(id),
    members: chain.members,
    onMemberChange: chain.onMemberChange,
    users: (id) => configured.find((one) => one.id === id)?.authenticator.users,
    async tidy() {
      const isConfigured = (id: string) => configured.some((one) => one.id === id)
      for (const { manifest, forget } of authnBackends)
        if (forget && !isConfigured(authenticatorId(manifest))) await forget(context)
    },
    explain: (credentials, draft) => (draft ? explainDraft(credentials, draft) : chain.explain(credentials)),
    // The chain stays in place, so that no client is accepted after the stop.
    stop: async () => {
      await Promise.all(configured.map(({ authenticator }) => authenticator.stop()))
    },
  }

  async function replace(next: readonly Running[]): Promise<void> {
    configured = next
    const enabled = next.filter(({ settings }) => settings.enable)
    isOpen = enabled.length === 0
    await chain.replace(enabled)
  }

  /** Reuses members with unchanged settings and creates the others. */
  function kept(settings: readonly AuthenticatorSettings[]): Promise<readonly Running[]> {
    return Promise.all(
      settings.map(
        (one, index) =>
          configured.find((before) => isDeepStrictEqual(before.settings, one)) ??
          created(one, (error) => {
            throw new MemberError(index, error)
          }),
      ),
    )
  }

  async function explainDraft(credentials: Credentials, draft: readonly AuthenticatorSettings[]) {
    const members = (await kept(draft)).filter(({ settings }) => settings.enable)
    // Members without a backend are not started, since that could change stored users (bootstrap files).
    const fresh = members.filter((one) => !configured.includes(one) && one.authenticator.onStateChange !== undefined)
    try {
      await Promise.all(fresh.map(({ authenticator }) => authenticator.start()))
      return await explainMembers(members, credentials, given.failure)
    } finally {
      await Promise.all(fresh.map(({ authenticator }) => authenticator.stop()))
    }
  }

  async function created(settings: AuthenticatorSettings, refuse: (error: unknown) => Authenticator): Promise<Running> {
    const id = authenticatorId(settings)
    const backend = authnBackends.find(({ manifest }) => authenticatorId(manifest) === id)
    try {
      if (!backend) throw new TypeError(`unknown authenticator ${id}`)
      // The settings were parsed with the struct of this backend.
      return { id, settings, authenticator: await backend.create(settings as never, context) }
    } catch (error) {
      return { id, settings, authenticator: refuse(error) }
    }
  }

  function unusable(settings: AuthenticatorSettings, error: unknown): Authenticator {
    const reason = messageOf(error)
    log.error({ authenticator: authenticatorId(settings), reason }, 'authenticator_unusable')
    return createFailedAuthenticator(reason, given.clock.now())
  }

  function switchedOff(id: string): AuthnMember | undefined {
    const found = configured.find((one) => one.id === id)
    return found && { id, state: found.authenticator.state(), metrics: noMetrics, lastMinute: [] }
  }
}

const noMetrics = { total: 0, success: 0, failed: 0, nomatch: 0, rate: 0, rate_last5m: 0, rate_max: 0 }

const toCredentials = (client: ClientInfo, details: ConnectDetails): Credentials => ({
  client,
  password: details.password,
  method: details.authenticationMethod,
  data: details.authenticationData,
  // The broker passes the same object for every step.
  exchange: client,
})

/** Replaces an authenticator with invalid settings. It behaves as if its backend were down. */
const createFailedAuthenticator = (reason: string, now: number): Authenticator => ({
  authenticate() {
    throw new Error(reason)
  },
  state: () => ({ status: 'disconnected', reason, since: now }),
  start: async () => {},
  stop: async () => {},
})
