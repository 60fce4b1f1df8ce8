import type { ResourceState } from '@mqdeck/kit'

const state: ResourceState = { status: 'connected', reason: undefined, since: 0 }

/** State of authenticators and sources without a backend. */
export const alwaysConnected = {
  state: () => state,
  start: async () => {},
  stop: async () => {},
} as const
