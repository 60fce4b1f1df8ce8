import type { Message } from '../types.ts'

/**
 * The interface to other nodes: it announces this broker's routes and forwards messages. The rest of the broker
 * is written for a single node.
 */
export interface ClusterPort {
  /** Called when a name of `topics()` gets its first subscriber or loses its last one. */
  routeAdded(name: string): void
  routeRemoved(name: string): void
  /** Forwards a message to the peers with matching routes and returns their number. */
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
