import { matchesFilter, type TraceType } from '@mqdeck/contract'
import type { TraceEntry, TraceSubject } from '@mqdeck/kit'

interface TraceCondition {
  readonly type: TraceType
  readonly filter: string
}

/** Selects the traces for an entry. Recreated when a trace starts or stops, since it is called for every packet. */
export interface Matcher<T extends TraceCondition> {
  wants(subject: TraceSubject): boolean
  tracesFor(entry: TraceEntry): readonly T[]
}

export function createMatcher<T extends TraceCondition>(traces: readonly T[]): Matcher<T> {
  const filtersOf = (type: TraceType) => traces.filter((one) => one.type === type).map(({ filter }) => filter)
  const clients = new Set(filtersOf('clientid'))
  const hosts = new Set(filtersOf('ip_address').map(plainHost))
  const topics = filtersOf('topic')
  return {
    wants: ({ clientId, peerhost, peername, topic }) =>
      (clientId !== undefined && clients.has(clientId)) ||
      (topic !== undefined && topics.some((filter) => matchesTopic(filter, topic))) ||
      (hosts.size > 0 &&
        ((peerhost !== undefined && hosts.has(plainHost(peerhost))) ||
          (peername !== undefined && hosts.has(hostOf(peername))))),
    tracesFor: (entry) => traces.filter((trace) => matches(trace, entry)),
  }
}

function matches({ type, filter }: TraceCondition, { meta, topic: entryTopic }: TraceEntry): boolean {
  switch (type) {
    case 'clientid':
      return meta.clientid === filter || includes(meta.client_ids, filter)
    case 'ip_address':
      return typeof meta.peername === 'string' && hostOf(meta.peername) === plainHost(filter)
    case 'ruleid':
      return meta.rule_id === filter || includes(meta.rule_ids, filter)
    case 'topic': {
      const topic = entryTopic ?? meta.topic
      return typeof topic === 'string' && matchesTopic(filter, topic)
    }
  }
}

const includes = (list: unknown, value: string) => Array.isArray(list) && list.includes(value)

/** A subscribed topic filter matches if it is equal to the condition or matched by it. */
const matchesTopic = (filter: string, topic: string) => filter === topic || matchesFilter(filter, topic)

/** Host of `1.2.3.4:5678`, `[::1]:5678` or `::1:5678`. */
const hostOf = (peername: string) => plainHost(peername.replace(/:\d+$/, ''))

/** Normalizes IPv4-mapped IPv6 addresses and removes brackets. */
function plainHost(host: string): string {
  // Fast path: called for every packet.
  if (!host.includes(':')) return host
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .toLowerCase()
}
