import { matchesFilter, type TraceType } from '@mqdeck/contract'
import type { TraceEntry, TraceSubject } from '@mqdeck/kit'

interface Target {
  readonly type: TraceType
  readonly filter: string
}

/** Which of some traces an entry is for. Made anew when one begins or ends: it is asked for every packet meanwhile. */
export interface Matcher<T extends Target> {
  wants(subject: TraceSubject): boolean
  of(entry: TraceEntry): readonly T[]
}

export function createMatcher<T extends Target>(traces: readonly T[]): Matcher<T> {
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
    of: (entry) => traces.filter((trace) => matches(trace, entry)),
  }
}

function matches({ type, filter }: Target, { meta, topic: own }: TraceEntry): boolean {
  switch (type) {
    case 'clientid':
      return meta.clientid === filter || includes(meta.client_ids, filter)
    case 'ip_address':
      return typeof meta.peername === 'string' && hostOf(meta.peername) === plainHost(filter)
    case 'ruleid':
      return meta.rule_id === filter || includes(meta.rule_ids, filter)
    case 'topic': {
      const topic = own ?? meta.topic
      return typeof topic === 'string' && matchesTopic(filter, topic)
    }
  }
}

const includes = (list: unknown, wanted: string) => Array.isArray(list) && list.includes(wanted)

/** What somebody subscribes to has to do with a topic filter when it is the same, or one of its topics. */
const matchesTopic = (filter: string, topic: string) => filter === topic || matchesFilter(filter, topic)

/** Of `1.2.3.4:5678` or `[::1]:5678` or `::1:5678`. */
const hostOf = (peername: string) => plainHost(peername.replace(/:\d+$/, ''))

/** IPv4 as sockets of IPv6 give it, and brackets, are other ways to write the same. */
function plainHost(host: string): string {
  // Asked for every packet, and mostly there is nothing to do.
  if (!host.includes(':')) return host
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .toLowerCase()
}
