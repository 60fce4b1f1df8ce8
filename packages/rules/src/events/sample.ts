import type { ValueMap } from '@mqdeck/kit/json'
import { fromPlain } from '../from-plain.ts'
import type { RuleEventKind } from './table.ts'

type Sampled = Pick<RuleEventKind, 'name' | 'columns' | 'testColumns'>

/**
 * An example of an event with the default values of a test and values for its other columns.
 * @param at milliseconds since the epoch
 */
export function sampleOf({ name, columns, testColumns }: Sampled, node: string, at: number): ValueMap {
  const examples = Object.entries(testColumns).map(
    ([column, example]) => [column, fromPlain(typeof example === 'string' ? example : example[0])] as const,
  )
  const usual: ValueMap = {
    event: name,
    node,
    timestamp: BigInt(at),
    id: '0005F8F84FFFAFB9F44200000D810002',
    peerhost: '127.0.0.1',
    peername: '127.0.0.1:52918',
    sockname: '127.0.0.1:1883',
    flags: { retain: false, dup: false },
    publish_received_at: BigInt(at),
    connected_at: BigInt(at),
    disconnected_at: BigInt(at),
    message_received_at: BigInt(at),
    pub_props: {},
    puback_props: {},
    sub_props: {},
    unsub_props: {},
    conn_props: {},
    disconn_props: {},
    client_attrs: {},
    proto_name: 'MQTT',
    proto_ver: 5n,
    keepalive: 60n,
    clean_start: true,
    expiry_interval: 3600n,
    is_bridge: false,
    mountpoint: '',
    authz_source: 'file',
    server: '127.0.0.1:1883',
    dup: false,
    retain: false,
  }
  const known = columns.flatMap((column) => (Object.hasOwn(usual, column) ? [[column, usual[column]] as const] : []))
  return Object.fromEntries([...known, ...examples])
}
