import type { Authentication, Authorization, MemberListener } from '@mqdeck/access'
import type { AlarmPort } from '@mqdeck/observe'

interface Watched {
  readonly authentication: Pick<Authentication, 'onMemberChange'>
  readonly authorization: Pick<Authorization, 'onMemberChange'>
  readonly alarms: AlarmPort
}

/**
 * Says `resource_down` for as long as an authenticator or a source has no backend, as EMQX does: `authn:password_based:mysql`,
 * `authz:redis`. While it is looked for again nothing changes.
 * @returns ends it
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
