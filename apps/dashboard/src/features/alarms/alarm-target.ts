import type { Alarm } from '@mqdeck/contract'
import type { Target } from '../../ui/index.ts'
import { alarmKindOf } from './alarm-kind.ts'
import type { alarmMessages } from './messages.ts'

interface AlarmTarget {
  readonly opens: keyof (typeof alarmMessages)['en']['opens']
  readonly target: Target
}

/** The page of the affected object; undefined if it has none. */
export function targetOf(alarm: Pick<Alarm, 'name' | 'details' | 'node'>): AlarmTarget | undefined {
  const known = alarmKindOf(alarm)
  switch (known.kind) {
    case 'connector':
      return { opens: 'connector', target: { to: '/connector/$id', params: { id: known.subject } } }
    case 'action':
      return { opens: 'action', target: { to: '/rule/actions/$id', params: { id: known.subject } } }
    case 'source':
      return { opens: 'source', target: { to: '/rule/source/$id', params: { id: known.subject } } }
    case 'jq_paused':
      return { opens: 'rule', target: { to: '/rule/rules/$id', params: { id: known.subject } } }
    case 'authn':
      return { opens: 'authenticator', target: { to: '/authentication/detail/$id', params: { id: known.subject } } }
    case 'authz':
      return { opens: 'aclSource', target: { to: '/authorization/detail/$type', params: { type: known.subject } } }
    case 'listener':
      return { opens: 'listener', target: { to: '/listener/detail/$id', params: { id: known.subject } } }
    case 'conn_congestion':
      return { opens: 'client', target: { to: '/clients/detail/$clientId', params: { clientId: known.subject } } }
    case 'high_message_queue_usage':
      return { opens: 'sessions', target: { to: '/session-health' } }
    case 'partition':
      return { opens: 'cluster', target: { to: '/cluster' } }
    case 'unexpected_error':
      return { opens: 'log', target: { to: '/log/follow' } }
    case 'resource':
    case 'start_failed':
    case 'license_quota':
    case 'license_expiry':
    case 'other':
      return undefined
    default:
      return { opens: 'node', target: { to: '/dashboard/nodes/$nodeName', params: { nodeName: alarm.node } } }
  }
}
