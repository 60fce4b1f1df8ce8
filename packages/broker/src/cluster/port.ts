import type { Message } from '../types.ts'

/**
 * The interface to other nodes: it announces this broker's routes and forwards messages. The rest of the broker
 * is written for a single node.
 */
export interface ClusterPort {
  /** Called when a name of `topics()` gets its first subscriber or loses its last one. */
  announceRoute(name: string): void
  withdrawRoute(name: string): void
  /**
   * Forwards a message to the peers with matching routes. Returns their number, or a promise if they have to confirm it.
   * @throws ReasonError (or rejects) if a peer does not accept it: the publisher gets the reason code
   */
  forward(message: Message): number | Promise<number>
  /** Whether a peer has a route for the topic. */
  hasRoute(topic: string): boolean
}

/** A node without peers. */
export const singleNode: ClusterPort = {
  announceRoute: () => {},
  withdrawRoute: () => {},
  forward: () => 0,
  hasRoute: () => false,
}
