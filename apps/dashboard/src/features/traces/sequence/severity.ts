import type { TraceLine } from '../../log/index.ts'

/** Events that repeat packets, intermediate steps of a decision, and rule events, which do not concern the client. */
const routine = new Set([
  'publish_to',
  'subscribe',
  'unsubscribe',
  'authenticator_result',
  'authorization_module_match',
  'authorization_module_nomatch',
  'authorization_module_match_ignore',
  'authorization_permission_allowed',
])
const routineTags = /^(?:RULE|ACTION|QUERY)/

const amber = new Set([
  'dropped_qos0_msg',
  'delivery_dropped',
  'message_dropped',
  'session_discarded',
  'session_takenover',
  'topic_filters_changed_by_hook',
  'message_topic_rewritten',
  'trace_lines_dropped',
])
const red = new Set(['connect_refused_by_hook', 'msg_publish_not_allowed', 'authentication_failure'])
const denied = /not_authorized|permission_denied|authorization_module_failed/

/** How important a broker event is for finding a fault. */
export function severityOf({ msg, tag, level, fields }: TraceLine): 'routine' | 'plain' | 'amber' | 'red' {
  const isDenied =
    msg === 'authentication_result' && fields.some(([name, value]) => name === 'result' && value === 'deny')
  if (isDenied || red.has(msg) || denied.test(msg)) return 'red'
  if (level === 'error' || level === 'critical' || level === 'alert' || level === 'emergency') return 'red'
  if (amber.has(msg) || level === 'warning') return 'amber'
  return routine.has(msg) || routineTags.test(tag) ? 'routine' : 'plain'
}
