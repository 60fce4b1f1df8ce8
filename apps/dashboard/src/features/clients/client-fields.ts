import { type ClientField, type ClientRow, clientFields } from '@mqdeck/contract'

/** The columns of the list with what each of them shows. */
const fieldsOfColumns = {
  clientid: ['clientid'],
  username: ['username'],
  connected: ['connected'],
  ip_address: ['ip_address', 'port'],
  keepalive: ['keepalive'],
  clean_start: ['clean_start'],
  expiry_interval: ['expiry_interval'],
  connected_at: ['connected_at'],
  node: ['node'],
  protocol: ['proto_name', 'proto_ver'],
  listener: ['listener'],
  is_bridge: ['is_bridge'],
  client_attrs: ['client_attrs'],
  disconnected_at: ['disconnected_at'],
  created_at: ['created_at'],
  subscriptions: ['subscriptions_cnt', 'subscriptions_max'],
  mqueue: ['mqueue_len', 'mqueue_max'],
  inflight: ['inflight_cnt', 'inflight_max'],
  awaiting_rel: ['awaiting_rel_cnt', 'awaiting_rel_max'],
  mqueue_dropped: ['mqueue_dropped'],
  recv_msg: ['recv_msg'],
  send_msg: ['send_msg'],
} as const satisfies Readonly<Record<string, readonly (keyof ClientRow)[]>>

export type ClientColumn = keyof typeof fieldsOfColumns

/** What the row's menu (a ban begins with what is known of the client) and the selection need, whatever is shown. */
const always: readonly (keyof ClientRow)[] = ['clientid', 'connected', 'username', 'ip_address']

/**
 * The `fields` parameter for the visible columns; undefined (everything) when one of them shows what the parameter has no
 * name for, as the listener.
 */
export function fieldsFor(columns: readonly string[]): string | undefined {
  const known: Readonly<Record<string, readonly (keyof ClientRow)[]>> = fieldsOfColumns
  const needed = [...new Set([...always, ...columns.flatMap((column) => known[column] ?? [])])]
  return needed.every(isField) ? needed.toSorted().join(',') : undefined
}

const fieldNames: readonly string[] = clientFields

const isField = (name: keyof ClientRow): name is ClientField => fieldNames.includes(name)
