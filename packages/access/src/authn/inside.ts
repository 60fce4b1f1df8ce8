import type { ResourceState } from '@mqdeck/kit'

const state: ResourceState = { status: 'connected', reason: undefined, since: 0 }

/** Of what lives within the broker: there is no backend that could be down. */
export const alwaysConnected = {
  state: () => state,
  start: async () => {},
  stop: async () => {},
} as const
