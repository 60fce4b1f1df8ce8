import { type ClientField, type ClientRow, clientFields } from '@mqdeck/contract'

/** The columns of the list and the fields that they show. */
const fieldsOfColumns = {
  clientid: ['clientid'],
  connected: ['connected'],
  mqueue: ['mqueue_len', 'mqueue_max'],
  mqueue_dropped: ['mqueue_dropped'],
  received_rate: ['recv_msg', 'send_msg'],
  sent_rate: ['recv_msg', 'send_msg'],
  username: ['username'],
  ip_address: ['ip_address', 'port'],
  connected_at: ['connected_at'],
  keepalive: ['keepalive'],
  clean_start: ['clean_start'],
  expiry_interval: ['expiry_interval'],
  inflight: ['inflight_cnt', 'inflight_max'],
  subscriptions: ['subscriptions_cnt', 'subscriptions_max'],
  awaiting_rel: ['awaiting_rel_cnt', 'awaiting_rel_max'],
  recv_msg: ['recv_msg'],
  send_msg: ['send_msg'],
  node: ['node'],
  protocol: ['proto_name', 'proto_ver'],
  listener: ['listener'],
  is_bridge: ['is_bridge'],
  client_attrs: ['client_attrs'],
  disconnected_at: ['disconnected_at'],
  created_at: ['created_at'],
} as const satisfies Readonly<Record<string, readonly (keyof ClientRow)[]>>

export type ClientColumn = keyof typeof fieldsOfColumns

/** The fields that the row menu and the selection need, for any columns. The ban dialog is filled in from them. */
const always: readonly (keyof ClientRow)[] = ['clientid', 'connected', 'username', 'ip_address']

/**
 * The `fields` parameter for the visible columns; undefined (all fields) when a column shows a field that the parameter does not
 * support, such as the listener.
 */
export function fieldsFor(columns: readonly string[]): string | undefined {
  const fieldsByColumn: Readonly<Record<string, readonly (keyof ClientRow)[]>> = fieldsOfColumns
  const needed = [...new Set([...always, ...columns.flatMap((column) => fieldsByColumn[column] ?? [])])]
  return needed.every(isField) ? needed.toSorted().join(',') : undefined
}

const fieldNames: readonly string[] = clientFields

const isField = (name: keyof ClientRow): name is ClientField => fieldNames.includes(name)
