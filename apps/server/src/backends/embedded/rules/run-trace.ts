import type { RunTrace } from '@mqdeck/rules'

/** Actions can also be triggered without a rule. */
export const isRunTrace = (trace: unknown): trace is RunTrace =>
  typeof trace === 'object' && trace !== null && 'ruleId' in trace && 'triggeredAt' in trace
