import type { ClientTraffic, ClientView, Subscription } from '@mqdeck/broker'
import type { Client, ClientField, ClientRow, ClientSubscription } from '@mqdeck/contract'
import { toRfc3339 } from '../management.ts'

/** A client with exactly the keys of EMQX. A disconnected client has no keys of the socket. */
export function toClient(view: ClientView, node: string): Client {
  const { info, traffic } = view
  return {
    clientid: info.clientId,
    username: info.username ?? null,
    node,
    listener: info.listener,
    ip_address: info.peerhost,
    port: info.peerport,
    peersni: info.peerSni ?? null,
    proto_name: info.protocolName,
    proto_ver: Number(info.protocolVersion),
    keepalive: view.keepalive,
    clean_start: info.cleanStart,
    is_bridge: info.isBridge,
    mountpoint: info.mountpoint ?? null,
    client_attrs: { ...info.attributes },
    enable_authn: true,
    auth_expire_at: info.authExpiresAt ?? null,
    connected: view.connected,
    connected_at: toRfc3339(view.connectedAt),
    created_at: toRfc3339(view.createdAt),
    ...(!view.connected && { disconnected_at: toRfc3339(view.disconnectedAt ?? view.connectedAt) }),
    expiry_interval: view.sessionExpiryInterval,
    // Expired sessions are removed from the list.
    is_expired: false,
    is_persistent: view.sessionExpiryInterval > 0,
    durable: false,
    ...toSession(view),
    ...toCounters(traffic),
    ...(view.connected && toSocket(traffic)),
    // There is no process per client, so there is nothing to measure.
    heap_size: 0,
    reductions: 0,
    mailbox_len: 0,
  }
}

/** The same with the selected fields only. */
export function toClientRow(view: ClientView, node: string, fields: readonly ClientField[] | 'all'): ClientRow {
  const client = toClient(view, node)
  if (fields === 'all') return client
  return Object.fromEntries(fields.filter((name) => client[name] !== undefined).map((name) => [name, client[name]]))
}

function toSession(view: ClientView) {
  return {
    subscriptions_cnt: view.subscriptionsCount,
    subscriptions_max: orInfinity(view.subscriptionsMax),
    inflight_cnt: view.inflightCount,
    inflight_max: view.inflightMax,
    mqueue_len: view.mqueueLength,
    mqueue_max: orInfinity(view.mqueueMax),
    mqueue_dropped: view.mqueueDropped,
    awaiting_rel_cnt: view.awaitingRelCount,
    awaiting_rel_max: orInfinity(view.awaitingRelMax),
  }
}

const orInfinity = (value: number): number | 'infinity' => (value === Number.POSITIVE_INFINITY ? 'infinity' : value)

function toCounters(traffic: Readonly<ClientTraffic>) {
  return {
    recv_pkt: traffic.recvPkt,
    recv_msg: traffic.recvMsg,
    'recv_msg.qos0': traffic.recvMsgQos[0],
    'recv_msg.qos1': traffic.recvMsgQos[1],
    'recv_msg.qos2': traffic.recvMsgQos[2],
    'recv_msg.dropped': traffic.recvMsgDropped,
    'recv_msg.dropped.await_pubrel_timeout': traffic.recvMsgDroppedAwaitPubrelTimeout,
    send_pkt: traffic.sendPkt,
    send_msg: traffic.sendMsg,
    'send_msg.qos0': traffic.sendMsgQos[0],
    'send_msg.qos1': traffic.sendMsgQos[1],
    'send_msg.qos2': traffic.sendMsgQos[2],
    'send_msg.dropped': traffic.sendMsgDropped,
    'send_msg.dropped.expired': traffic.sendMsgDroppedExpired,
    'send_msg.dropped.queue_full': traffic.sendMsgDroppedQueueFull,
    'send_msg.dropped.too_large': traffic.sendMsgDroppedTooLarge,
  }
}

const toSocket = ({ recvOct, recvCnt, sendOct, sendCnt }: Readonly<ClientTraffic>) => ({
  recv_oct: recvOct,
  recv_cnt: recvCnt,
  send_oct: sendOct,
  send_cnt: sendCnt,
})

export function toSubscription(subscription: Subscription, node: string): ClientSubscription {
  const { clientId, topic, qos, nl, rap, rh } = subscription
  return { clientid: clientId, topic, qos, nl, rap, rh, node, durable: false }
}
