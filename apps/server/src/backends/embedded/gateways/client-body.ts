import type { GatewayClient, GatewayClientQuery, GatewaySubscription } from '@mqdeck/contract'
import type { ClientSubscription, GatewayClientView } from '@mqdeck/gateways'
import { toClient } from '../clients/client-body.ts'
import { clientTests } from '../clients/service.ts'
import { given, toRfc3339 } from '../management.ts'

/** A client with EMQX's keys and the keys of its protocol. */
export function toGatewayClient(view: GatewayClientView, node: string): GatewayClient {
  const { info, traffic, details, disconnectedAt } = view
  const { clientid, username, ip_address, port, keepalive, clean_start, is_bridge, ...client } = toClient(view, node)
  return {
    ...details,
    clientid,
    username,
    node,
    proto_name: info.protocolName,
    proto_ver: String(info.protocolVersion),
    ip_address,
    port,
    connected: view.connected,
    connected_at: client.connected_at,
    disconnected_at: disconnectedAt === undefined ? null : toRfc3339(disconnectedAt),
    created_at: client.created_at,
    keepalive,
    clean_start,
    is_bridge,
    expiry_interval: client.expiry_interval,
    mountpoint: client.mountpoint ?? '',
    subscriptions_cnt: client.subscriptions_cnt,
    subscriptions_max: client.subscriptions_max,
    inflight_cnt: client.inflight_cnt,
    inflight_max: client.inflight_max,
    mqueue_len: client.mqueue_len,
    mqueue_max: client.mqueue_max,
    mqueue_dropped: client.mqueue_dropped,
    awaiting_rel_cnt: client.awaiting_rel_cnt,
    awaiting_rel_max: client.awaiting_rel_max,
    recv_oct: traffic.recvOct,
    recv_cnt: traffic.recvCnt,
    recv_pkt: traffic.recvPkt,
    recv_msg: traffic.recvMsg,
    send_oct: traffic.sendOct,
    send_cnt: traffic.sendCnt,
    send_pkt: traffic.sendPkt,
    send_msg: traffic.sendMsg,
    mailbox_len: 0,
    heap_size: 0,
    reductions: 0,
  }
}

/** One predicate per filter parameter. All of them must match. */
export function gatewayClientTests(query: GatewayClientQuery): readonly ((client: GatewayClientView) => boolean)[] {
  const { clientid, username, proto_ver, endpoint_name, like_endpoint_name, gte_lifetime, lte_lifetime, ...others } =
    query
  const detail = ({ details }: GatewayClientView, name: string) => details[name]
  const lifetime = (client: GatewayClientView) => {
    const value = detail(client, 'lifetime')
    return typeof value === 'number' ? value : Number.NaN
  }
  const endpoint = (client: GatewayClientView) => String(detail(client, 'endpoint_name') ?? '')
  return [
    ...clientTests({
      ...others,
      proto_ver: undefined,
      clientid: clientid === undefined ? undefined : [clientid],
      username: username === undefined ? undefined : [username],
      fields: 'all',
    }),
    ...given<GatewayClientView>(
      proto_ver !== undefined && (({ info }) => String(info.protocolVersion) === proto_ver),
      endpoint_name !== undefined && ((client) => endpoint(client) === endpoint_name),
      like_endpoint_name !== undefined && ((client) => endpoint(client).includes(like_endpoint_name)),
      gte_lifetime !== undefined && ((client) => lifetime(client) >= gte_lifetime),
      lte_lifetime !== undefined && ((client) => lifetime(client) <= lte_lifetime),
    ),
  ]
}

export function toGatewaySubscription({
  filter,
  qos,
  noLocal,
  retainAsPublished,
  retainHandling,
  properties,
}: ClientSubscription): GatewaySubscription {
  const subid = properties?.subid
  return {
    topic: filter,
    qos,
    nl: noLocal ? 1 : 0,
    rap: retainAsPublished ? 1 : 0,
    rh: retainHandling ?? 0,
    ...(typeof subid === 'string' && { sub_props: { subid } }),
  }
}
