import { nodesQuery, useData, useNodeState, useServerNow } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { checkOf } from './check.ts'
import type { Check } from './finding.ts'
import { attentionMessages } from './messages.ts'
import { certificatesQuery, checkedListenersQuery } from './queries.ts'

/** Nodes that are stopped or do not respond. */
export function useNodeCheck(): Check {
  const texts = useMessages(attentionMessages)
  const stateOf = useNodeState()
  return checkOf(useData(nodesQuery, undefined), (nodes) =>
    nodes.flatMap((info) => {
      const state = stateOf(info)
      if (state === 'running') return []
      const { node } = info
      return [
        {
          id: `node:${node}`,
          severity: 'critical' as const,
          title: (state === 'stopped' ? texts.nodeStopped : texts.nodeSilent)(node),
          facts: [],
          target: { to: '/dashboard/nodes/$nodeName', params: { nodeName: node } },
        },
      ]
    }),
  )
}

/** Enabled listeners that do not run. */
export function useListenerCheck(): Check {
  const texts = useMessages(attentionMessages)
  return checkOf(useData(checkedListenersQuery, undefined), (listeners) =>
    listeners.flatMap(({ id, enable, bind, status }) => {
      const running = status?.running ?? true
      if (!enable || running === true) return []
      return [
        {
          id: `listener:${id}`,
          severity: running ? ('warning' as const) : ('critical' as const),
          title: (running ? texts.listenerPartlyStopped : texts.listenerStopped)(id),
          facts: [bind],
          target: { to: '/listener' },
        },
      ]
    }),
  )
}

const day = 86_400_000
const warningDays = 30

/** Certificates that have expired or expire soon. */
export function useCertificateCheck(): Check {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  const now = useServerNow()
  return checkOf(useData(certificatesQuery, undefined), (certificates) =>
    certificates.flatMap(({ owner, expiresAt }) => {
      const days = Math.floor((expiresAt - now()) / day)
      if (days > warningDays) return []
      return [
        {
          id: `certificate:${owner}`,
          severity: days < 0 ? ('critical' as const) : ('warning' as const),
          title: days < 0 ? texts.certificateExpired(owner) : texts.certificateExpires(owner, format.number(days)),
          facts: [format.date(expiresAt)],
          ...(days < 0 && { since: expiresAt }),
          target: { to: '/listener' },
        },
      ]
    }),
  )
}
