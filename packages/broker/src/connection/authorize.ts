import type { AuthorizeAction, AuthorizeDecision } from '../hooks.ts'
import { ReasonError, reasonCode } from '../packets/index.ts'
import type { Environment } from '../ports.ts'
import type { ClientInfo, Qos } from '../types.ts'
import { toClientTopic } from './mountpoint.ts'

/**
 * Runs `client.authorize`. If no handler decides, the action is allowed. Returns a promise only if a handler did.
 * @throws {ReasonError} (or rejects) if the client must be disconnected for the attempt
 */
export function authorize(
  ports: Environment,
  info: ClientInfo,
  type: AuthorizeAction['type'],
  topic: string,
  qos: Qos,
  retain: boolean,
): boolean | Promise<boolean> {
  const { metrics, hooks } = ports
  metrics['client.authorize'] += 1
  if (info.isSuperuser) metrics['authorization.superuser'] += 1
  const asked = !info.isSuperuser && hooks.has('client.authorize')
  if (!asked && !hooks.has('client.check_authz_complete')) {
    if (!info.isSuperuser) metrics['authorization.nomatch'] += 1
    metrics['authorization.allow'] += 1
    return true
  }
  // Rules apply to topics without the mountpoint, as in EMQX.
  const own = toClientTopic(info.mountpoint, topic)
  const action: AuthorizeAction = { type, topic: type === 'publish' ? withoutDelayPrefix(own) : own, qos, retain }
  if (info.isSuperuser) return conclude(ports, info, action, 'allow', 'superuser')
  const decision = hooks.runFold('client.authorize', 'ignore', [info, action], () => 'deny')
  return decision instanceof Promise
    ? decision.then((decided) => settle(ports, info, action, decided))
    : settle(ports, info, action, decision)
}

/** `$delayed/5/a` is authorized as a message for `a`, as in EMQX. */
export const withoutDelayPrefix = (topic: string) =>
  topic.startsWith('$delayed/') ? topic.replace(/^(?:\$delayed\/[^/]*\/)+/, '') : topic

function settle(ports: Environment, info: ClientInfo, action: AuthorizeAction, decision: AuthorizeDecision): boolean {
  if (typeof decision === 'object') {
    const allowed = conclude(ports, info, action, decision.result, decision.source)
    if (!allowed && decision.disconnect) throw new ReasonError(reasonCode.notAuthorized, 'not_authorized')
    return allowed
  }
  if (decision === 'ignore') {
    ports.metrics['authorization.nomatch'] += 1
    return conclude(ports, info, action, 'allow', 'default')
  }
  ports.metrics[`authorization.matched.${decision}`] += 1
  return conclude(ports, info, action, decision, 'hook')
}

function conclude(
  { metrics, hooks, log }: Environment,
  info: ClientInfo,
  action: AuthorizeAction,
  result: 'allow' | 'deny',
  source: string,
): boolean {
  // Runs for every message: composing the metric name would cost more than counting.
  if (result === 'allow') metrics['authorization.allow'] += 1
  else metrics['authorization.deny'] += 1
  if (result === 'deny') {
    const { clientId, username, peerhost, peerport } = info
    const identity = { clientid: clientId, username, peername: `${peerhost}:${peerport}` }
    log.warn({ ...identity, action: action.type, topic: action.topic, source }, 'authorization_permission_denied')
  }
  hooks.run('client.check_authz_complete', info, action, result, source)
  return result === 'allow'
}
