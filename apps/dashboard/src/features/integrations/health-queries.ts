import {
  type ConnectionState,
  getActionHistory,
  getRuleHistory,
  getSourceHistory,
  type IntegrationFailure,
  listActionFailures,
  listAlarms,
  listConnectionStates,
  listRuleFailures,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'

interface Of<Kind> {
  readonly kind: Kind
  readonly id: string
}

/** Counters at a time of the server in milliseconds. */
export interface CountersAt {
  readonly at: number
  readonly metrics: Readonly<Record<string, number>>
}

const histories = { rule: getRuleHistory, action: getActionHistory, source: getSourceHistory }
const failures = { rule: listRuleFailures, action: listActionFailures }

/** Counters of the last hour, oldest first. Empty if the broker keeps no history, as EMQX. */
export const historyQuery = defineQuery<Of<keyof typeof histories>, readonly CountersAt[]>({
  name: 'integration-history',
  async load(call, { kind, id }, signal) {
    const history = await orIfMissing(call(histories[kind], { params: { id }, signal }), undefined)
    if (!history) return []
    const counters = Object.entries(history.counters)
    return history.times.map((at, index) => ({
      at,
      metrics: Object.fromEntries(counters.map(([name, values]) => [name, values[index] ?? 0])),
    }))
  },
  poll: 'chosen',
  interval: refreshIntervals.history,
  minInterval: () => refreshIntervals.history,
})

/** The latest errors. `unsupported` if the broker does not report them, as EMQX. */
export const failuresQuery = defineQuery<Of<keyof typeof failures>, readonly IntegrationFailure[] | 'unsupported'>({
  name: 'integration-failures',
  load: (call, { kind, id }, signal) =>
    orIfMissing<readonly IntegrationFailure[], 'unsupported'>(
      call(failures[kind], { params: { id }, signal }),
      'unsupported',
    ),
  poll: 'chosen',
  interval: refreshIntervals.current,
})

type Connection = Pick<ConnectionState, 'since' | 'next_attempt_at'>

const alarmPrefix = 'connector:'

/** Since when each connector has its status, by ID. EMQX reports it only as an alarm of a connector that is down. */
export const connectionsQuery = defineQuery<undefined, ReadonlyMap<string, Connection>>({
  name: 'connection-states',
  async load(call, _, signal) {
    const states = await orIfMissing(call(listConnectionStates, { signal }), undefined)
    if (states) return new Map(states.map((state) => [state.id, state]))
    const query = { activated: true, page: 1, limit: 1000 }
    const alarms = await orIfMissing(call(listAlarms, { query, signal }), undefined)
    return new Map(
      (alarms?.data ?? [])
        .filter(({ name }) => name.startsWith(alarmPrefix))
        .map(({ name, activate_at }) => [name.slice(alarmPrefix.length), { since: Date.parse(activate_at) }]),
    )
  },
  poll: 'chosen',
  interval: refreshIntervals.current,
})
