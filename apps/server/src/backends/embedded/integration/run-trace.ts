import type { RunTrace } from '@mqdeck/rules'

/** Rules are not the only ones who send to actions. */
export const isRunTrace = (trace: unknown): trace is RunTrace =>
  typeof trace === 'object' && trace !== null && 'ruleId' in trace && 'triggeredAt' in trace
