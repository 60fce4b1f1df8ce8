import type { Message } from '../types.ts'

/**
 * Where a broker would tell its peers about its routes and hand them messages for theirs. Everything else of the broker
 * knows one node only.
 */
export interface ClusterPort {
  /** The first subscriber of a name of `topics()` came, or the last one left. */
  routeAdded(name: string): void
  routeRemoved(name: string): void
  /** Hands a message to the peers that have routes for it; the number of those peers. */
  forward(message: Message): number
  /** Whether a peer has a route for the topic. */
  hasRoute(topic: string): boolean
}

/** A node without peers. */
export const singleNode: ClusterPort = {
  routeAdded: () => {},
  routeRemoved: () => {},
  forward: () => 0,
  hasRoute: () => false,
}
