import type { ClientInfo, Hooks, Message } from '@mqdeck/broker'
import { reasonName } from '@mqdeck/contract'
import type { Tracing } from '@mqdeck/kit'
import type { Traces } from './traces.ts'

type Meta = Readonly<Record<string, unknown>>

/** Writes decisions and events of the broker's hooks to traces. No hooks are registered while no trace is running. */
export function traceHooks(hooks: Pick<Hooks, 'on'>, traces: Pick<Traces, 'onActive'>): void {
  let removers: readonly (() => void)[] = []
  traces.onActive((tracing) => {
    for (const remove of removers) remove()
    removers = tracing ? listen(hooks, tracing) : []
  })
}

function listen(hooks: Pick<Hooks, 'on'>, tracing: Tracing): readonly (() => void)[] {
  const write = (client: ClientInfo, tag: string, msg: string, meta: Meta = {}, topic?: string) => {
    const { clientId, peerhost, peerport, username } = client
    if (!tracing.wants({ clientId, peerhost, topic })) return
    const peername = `${peerhost}:${peerport}`
    tracing.write({ tag, msg, meta: { clientid: clientId, peername, username, topic, ...meta } })
  }
  const session = (client: ClientInfo, msg: string, meta: Meta = {}) => write(client, 'SESSION', msg, meta)
  return [
    hooks.on('client.check_authn_complete', (client, decision, is_anonymous) => {
      const reason = decision.result === 'deny' && { reason: reasonName(decision.reasonCode) }
      write(client, 'AUTHN', 'authentication_result', { result: decision.result, ...reason, is_anonymous })
    }),
    // Denied requests are written via the log.
    hooks.on('client.check_authz_complete', (client, { type, topic, qos, retain }, result, source) => {
      if (result === 'allow')
        write(client, 'AUTHZ', 'authorization_permission_allowed', { action: type, qos, retain, source }, topic)
    }),
    hooks.on('session.subscribed', (client, { topic, qos, nl, rap, rh, subscriptionId }, is_new) => {
      const sub_opts = { qos, nl, rap, rh, subid: subscriptionId, is_new }
      write(client, 'SUBSCRIBE', 'subscribe', { sub_opts, sub_id: client.clientId }, topic)
    }),
    hooks.on('session.unsubscribed', (client, { topic, qos, nl, rap, rh }) => {
      write(client, 'UNSUBSCRIBE', 'unsubscribe', { sub_opts: { qos, nl, rap, rh } }, topic)
    }),
    hooks.on('session.created', (client) => session(client, 'session_created')),
    hooks.on('session.resumed', (client) => session(client, 'session_resumed')),
    hooks.on('session.discarded', (client) => session(client, 'session_discarded')),
    hooks.on('session.takenover', (client) => session(client, 'session_takenover')),
    hooks.on('session.terminated', (client, reason) => session(client, 'session_terminated', { reason })),
    hooks.on('client.disconnected', (client, reason) => {
      write(client, 'SOCKET', 'emqx_connection_terminated', { reason })
    }),
    hooks.on('delivery.dropped', (client, { topic, qos, id }, reason) => {
      // A full queue is written via the log, with its length.
      if (reason === 'queue_full') return
      const msg = reason === 'qos0_msg' ? 'dropped_qos0_msg' : 'delivery_dropped'
      write(client, 'MQUEUE', msg, { reason, qos, id: String(id) }, topic)
    }),
    hooks.on('message.dropped', ({ from, topic, qos }: Message, reason) => {
      const { clientId, username, peername } = from
      if (!tracing.wants({ clientId, peername, topic })) return
      const meta = { clientid: clientId, peername, username, topic, qos, reason }
      tracing.write({ tag: 'PUBLISH', msg: 'message_dropped', meta })
    }),
  ]
}
