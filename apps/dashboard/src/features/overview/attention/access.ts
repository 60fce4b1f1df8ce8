import { useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { useAuthenticatorName, useSourceName } from '../../../lib/access/access-names.ts'
import { checkOf } from './check.ts'
import type { Check } from './finding.ts'
import { attentionMessages } from './messages.ts'
import { accessStatesQuery } from './queries.ts'

/** Enabled authenticators and authorization sources without a connection. */
export function useAccessCheck(): Check {
  const texts = useMessages(attentionMessages)
  const authenticatorName = useAuthenticatorName()
  const sourceName = useSourceName()
  return checkOf(useData(accessStatesQuery, undefined), ({ authn, authz }) => [
    ...authn.map((id) => ({
      id: `authn:${id}`,
      severity: 'critical' as const,
      title: texts.authenticatorDown(authenticatorName(id)),
      facts: [],
      target: { to: '/authentication/detail/$id', params: { id } },
    })),
    ...authz.map((type) => ({
      id: `authz:${type}`,
      severity: 'critical' as const,
      title: texts.sourceDown(sourceName(type)),
      facts: [],
      target: { to: '/authorization/detail/$type', params: { type } },
    })),
  ])
}
