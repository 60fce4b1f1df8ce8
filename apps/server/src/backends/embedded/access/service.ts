import {
  type Authentication,
  type Authorization,
  type AuthorizationOptions,
  createAuthentication,
  createAuthorization,
  createFlapping,
  type Flapping,
  type MemberListener,
  protectSystemTopics,
} from '@mqdeck/access'
import type { AuthenticateResult } from '@mqdeck/broker'
import type { AlarmPort } from '@mqdeck/observe'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { withSourceFolders } from '../authorization/service.ts'
import { kickBanned } from '../banned/enforce.ts'
import type { Bans } from '../banned/service.ts'
import type { BrokerContext } from '../broker-context.ts'
import { toFlappingSettings } from '../zones/service.ts'

/** Authentication and authorization of the broker. */
export interface Access {
  readonly authentication: Authentication
  readonly authorization: Authorization
  readonly flapping: Flapping
  /** From here on, stopping members must not raise alarms. */
  readonly unwatch: () => void
  /** Call before the listeners start. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param askExtension decision of the ExHook servers about an action */
export function createAccess(
  { broker, configuration, store, folder, profile, alarms, failures, clock, log }: BrokerContext,
  bans: Bans,
  askExtension: NonNullable<AuthorizationOptions['askExtension']>,
): Access {
  const { hooks, metrics } = broker
  protectSystemTopics(hooks)
  const authorization = createAuthorization({
    hooks,
    metrics,
    store,
    clock,
    log,
    folder,
    askExtension,
    recheckSessions: () =>
      void broker
        .reauthorizeSessions()
        .catch((error: unknown) => log.error({ err: error }, 'recheck_of_sessions_failed')),
  })
  const authentication = createAuthentication({
    hooks,
    store,
    clock,
    log,
    folder,
    failure: profile === 'hardened' ? 'deny' : 'ignore',
    reportBootstrapFile(reason) {
      const part = 'authentication.bootstrap_file'
      failures.resolve((one) => one === part)
      if (reason !== undefined) failures.add(part, reason)
    },
  })
  // After ExHook servers and plugins, which authenticate clients as well.
  if (profile === 'hardened') hooks.fold('client.authenticate', denyUndecided, { priority: Number.MAX_SAFE_INTEGER })
  const flapping = createFlapping({
    settings: toFlappingSettings(configuration),
    hooks,
    ban: async (ban) => {
      await kickBanned(broker, await bans.create(ban))
    },
    clock,
    log,
  })
  return {
    authentication,
    authorization,
    flapping,
    unwatch: watchAccess({ authentication, authorization, alarms }),
    async start() {
      await authentication.start(withFolder(configuration.plain('authentication'), folder))
      await authorization.start(withSourceFolders(configuration.plain('authorization'), folder))
    },
    async stop() {
      await authentication.stop()
      await authorization.stop()
    },
  }
}

/** Without an authenticator, the broker would accept every client. */
const denyUndecided = (decision: AuthenticateResult): AuthenticateResult =>
  decision.result === 'ignore' ? { result: 'deny', reasonCode: notAuthorized } : decision

/** MQTT 5, 3.2.2.2. */
const notAuthorized = 0x87

interface Watched {
  readonly authentication: Pick<Authentication, 'onMemberChange'>
  readonly authorization: Pick<Authorization, 'onMemberChange'>
  readonly alarms: AlarmPort
}

/**
 * Raises the alarm `resource_down` while an authenticator or an authorization source cannot reach its backend, as EMQX
 * does. The alarm is named after the member: `authn:password_based:mysql`, `authz:redis`. It stays active while the
 * member reconnects.
 * @returns stops watching
 */
function watchAccess({ authentication, authorization, alarms }: Watched): () => void {
  const listenFor =
    (part: 'authn' | 'authz'): MemberListener =>
    (id, state) => {
      const name = `${part}:${id}`
      if (state?.status === 'disconnected')
        alarms.activate(name, { reason: 'resource_down', resource_id: name }, `resource down: ${state.reason}`)
      else if (state?.status !== 'connecting') alarms.deactivate(name)
    }
  const ends = [authentication.onMemberChange(listenFor('authn')), authorization.onMemberChange(listenFor('authz'))]
  return () => {
    for (const end of ends) end()
  }
}
