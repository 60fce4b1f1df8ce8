import type { Dated } from '../../../api/index.ts'
import type { Counters, FlowCounters } from '../queries.ts'

/** Rates per second. Undefined until there are two readings. */
export interface Rates {
  readonly rule: (
    id: string,
  ) => { readonly matched: number; readonly passed: number; readonly errors: number } | undefined
  readonly action: (id: string) => { readonly success: number; readonly failed: number } | undefined
}

type Reading = Dated<FlowCounters | 'forbidden'>

/** Rates between two readings of the counters. Counters that were reset meanwhile give no rate. */
export function ratesBetween(before: Reading | undefined, now: Reading | undefined): Rates {
  if (!before || !now || before.data === 'forbidden' || now.data === 'forbidden' || now.at <= before.at)
    return { rule: () => undefined, action: () => undefined }
  const seconds = (now.at - before.at) / 1000
  const [earlier, later] = [before.data, now.data]
  const rate = (kind: 'rules' | 'actions', id: string, ...names: readonly string[]): number | undefined => {
    const [from, to] = [sum(earlier[kind], id, names), sum(later[kind], id, names)]
    return from === undefined || to === undefined || to < from ? undefined : (to - from) / seconds
  }
  return {
    rule: (id) => {
      const matched = rate('rules', id, 'matched')
      if (matched === undefined) return undefined
      return { matched, passed: rate('rules', id, 'passed') ?? 0, errors: rate('rules', id, 'failed_exception') ?? 0 }
    },
    action: (id) => {
      const success = rate('actions', id, 'success')
      return success === undefined ? undefined : { success, failed: rate('actions', id, 'failed', 'dropped') ?? 0 }
    },
  }
}

function sum(counters: Counters, id: string, names: readonly string[]): number | undefined {
  const values = counters.get(id)
  return values && names.reduce((total, name) => total + (values[name] ?? 0), 0)
}
