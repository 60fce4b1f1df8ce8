import type { ExHook } from '@mqdeck/contract'

const states = new Set(['name', 'hooks', 'metrics', 'node_metrics', 'node_status', 'status'])

/** The settings in a response, without the name, which cannot be changed. */
export const settingsOf = (server: ExHook): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(server).filter(([key]) => !states.has(key)))
