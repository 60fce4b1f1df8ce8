import { isDeepStrictEqual } from 'node:util'
import type { ClientInfo, ConnectDetails, Hooks } from '@mqdeck/broker'
import type { Clock, Log, Store } from '@mqdeck/kit'
import { type AuthenticatorSettings, authenticatorId } from '../catalog.ts'
import { MemberError } from '../member-error.ts'
import type { MemberStates } from '../member-states.ts'
import { authnBackends } from './backends.ts'
import { type AuthnChain, type AuthnMember, createAuthnChain, explainMembers } from './chain.ts'
import type { Authenticator, AuthnContext, AuthnUsers, Credentials } from './port.ts'
import { createUnusable } from './unusable.ts'

export interface AuthenticationOptions {
  readonly hooks: Hooks
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Relative names of files in settings mean this. */
  readonly folder: string
  readonly reportBootstrapFile?: AuthnContext['reportBootstrapFile']
}

/** Decides who may connect: the chain of all listeners. */
export interface Authentication {
  /**
   * Makes the chain as it was configured when the process starts. What cannot work any more stands in it as a backend that is
   * down: it lets nobody in, and it keeps nobody from mending it.
   */
  start(settings: readonly AuthenticatorSettings[]): Promise<void>
  /**
   * Makes the chain as configured. Who is unchanged goes on.
   * @throws {MemberError} (rejects) when settings cannot work; everything is as before then
   */
  update(settings: readonly AuthenticatorSettings[]): Promise<void>
  /** Undefined for one that is not configured; with figures of zero for one that is switched off. */
  member(id: string): AuthnMember | undefined
  members(): readonly AuthnMember[]
  /** Hears of each change of the state of an authenticator that is switched on, by its id; the answer ends it. */
  readonly onMemberChange: MemberStates['onChange']
  /** The users that a configured authenticator keeps itself. */
  users(id: string): AuthnUsers | undefined
  /** Removes the users of every authenticator that is not configured (any more). */
  tidy(): Promise<void>
  /**
   * Step by step; what it finds out changes no figure.
   * @param draft by other settings than those in force. @throws {MemberError} (rejects) when they cannot work
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
  const context: AuthnContext = { ...given, chain: 'mqtt:global' }
  const { log } = given
  const chain = createAuthnChain(given)
  let configured: readonly Running[] = []
  let isOpen = true

  // Nobody there must cost nothing: no promise.
  hooks.fold('client.authenticate', (decision, client, details) =>
    isOpen || decision.result !== 'ignore' ? decision : chain.authenticate(toCredentials(client, details)),
  )

  return {
    start: (settings) => replace(settings.map((one) => created(one, (error) => unusable(one, error)))),
    update: async (settings) => replace(kept(settings)),
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
    // The door stays shut: the chain is as it was.
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

  /** Those that are there already, and new ones for the rest. */
  function kept(settings: readonly AuthenticatorSettings[]): readonly Running[] {
    return settings.map(
      (one, index) =>
        configured.find((before) => isDeepStrictEqual(before.settings, one)) ??
        created(one, (error) => {
          throw new MemberError(index, error)
        }),
    )
  }

  async function explainDraft(credentials: Credentials, draft: readonly AuthenticatorSettings[]) {
    const members = kept(draft).filter(({ settings }) => settings.enable)
    // Those without a backend need no start, which might change what is kept (bootstrap files).
    const fresh = members.filter((one) => !configured.includes(one) && one.authenticator.onStateChange !== undefined)
    try {
      await Promise.all(fresh.map(({ authenticator }) => authenticator.start()))
      return await explainMembers(members, credentials)
    } finally {
      await Promise.all(fresh.map(({ authenticator }) => authenticator.stop()))
    }
  }

  function created(settings: AuthenticatorSettings, refuse: (error: unknown) => Authenticator): Running {
    const id = authenticatorId(settings)
    const backend = authnBackends.find(({ manifest }) => authenticatorId(manifest) === id)
    try {
      if (!backend) throw new TypeError(`unknown authenticator ${id}`)
      // The catalog's struct of this backend has read them.
      return { id, settings, authenticator: backend.create(settings as never, context) }
    } catch (error) {
      return { id, settings, authenticator: refuse(error) }
    }
  }

  function unusable(settings: AuthenticatorSettings, error: unknown): Authenticator {
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ authenticator: authenticatorId(settings), reason }, 'authenticator_unusable')
    return createUnusable(reason, given.clock.now())
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
  // The broker hands over the same one for every step.
  exchange: client,
})
