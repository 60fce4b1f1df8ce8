import type { Authentication, Authorization, MemberListener } from '@mqdeck/access'
import type { AlarmPort } from '@mqdeck/observe'

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
export function watchAccess({ authentication, authorization, alarms }: Watched): () => void {
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
