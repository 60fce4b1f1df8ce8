import { type Clock, createRateMeter, type RateMeter } from '@mqdeck/kit'
import type { HookName } from './protocol.ts'

/** Calls of one hook, or of all hooks of a server. Rates are calls per second. */
export interface HookMetrics {
  readonly succeed: number
  readonly failed: number
  readonly rate: number
  readonly max_rate: number
  /** Reports that were not sent. */
  readonly dropped: number
}

type Outcome = 'succeed' | 'failed' | 'dropped'

export interface ServerMetrics {
  count(hook: HookName, outcome: Outcome): void
  ofHook(hook: HookName): HookMetrics
  /** Of all hooks. */
  total(): HookMetrics
}

interface Counter {
  readonly counts: Record<Outcome, number>
  readonly meter: RateMeter
}

export function createServerMetrics(clock: Pick<Clock, 'now'>): ServerMetrics {
  const create = (): Counter => ({ counts: { succeed: 0, failed: 0, dropped: 0 }, meter: createRateMeter(clock) })
  const all = create()
  const hooks = new Map<HookName, Counter>()
  const add = ({ counts, meter }: Counter, outcome: Outcome) => {
    counts[outcome] += 1
    if (outcome !== 'dropped') meter.count()
  }
  return {
    count(hook, outcome) {
      const counter = hooks.get(hook) ?? create()
      hooks.set(hook, counter)
      add(counter, outcome)
      add(all, outcome)
    },
    ofHook: (hook) => show(hooks.get(hook) ?? create()),
    total: () => show(all),
  }
}

function show({ counts, meter }: Counter): HookMetrics {
  const { rate, rate_max } = meter.read()
  return { ...counts, rate: Math.round(rate), max_rate: Math.round(rate_max) }
}
