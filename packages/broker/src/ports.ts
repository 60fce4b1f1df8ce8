import type { Clock, Log } from '@mqdeck/kit'
import type { ClusterPort } from './cluster/port.ts'
import type { PacketJoiner } from './connection/packet-joiner.ts'
import type { PacketTap } from './connection/packet-tap.ts'
import type { PublishEncoder } from './connection/publish-encoder.ts'
import type { HookRegistry } from './create-hooks.ts'
import type { Dispatch } from './dispatch.ts'
import type { FlowControl } from './flow-control.ts'
import type { Metrics } from './metrics.ts'
import type { RetainedDelivery } from './retained/delivery.ts'
import type { Retained } from './retained/retained.ts'
import type { Router, SharedPicker } from './routing/index.ts'
import type { HeldBytes } from './session/held-bytes.ts'
import type { Journal } from './session/journal.ts'
import type { QueuedMessages } from './session/queued-message.ts'
import type { SessionRegistry } from './session/registry.ts'
import type { Session } from './session/session.ts'
import type { Turn } from './turn.ts'
import type { Message, NewMessage, Subscription } from './types.ts'
import type { Zones } from './zones.ts'

// Functions and classes name the ports that they use; only broker.ts has all of them (docs/adr/0045).

/** Used by almost every part of the broker. */
export interface Environment {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly hooks: HookRegistry
  readonly turn: Turn
}

export interface ZonePort {
  readonly zones: Zones
}

export interface SessionPort {
  readonly sessions: SessionRegistry
}

/** The subscriptions of all sessions, and the peers with theirs. */
export interface RoutePort {
  readonly router: Router<Session, Subscription>
  readonly sharedPicker: SharedPicker<Session, Subscription>
  readonly cluster: ClusterPort
}

export interface RetainedPort {
  readonly retained: Retained
  readonly retainedDelivery: RetainedDelivery
}

export interface JournalPort {
  readonly journal: Journal
}

/** The messages that wait for clients, and the limits for them. */
export interface QueuePort {
  readonly queuedMessages: QueuedMessages
  readonly held: HeldBytes
  readonly flow: FlowControl
}

/** Encodes, counts and traces the packets of connections. */
export interface WirePort {
  readonly tap: PacketTap
  readonly encoder: PublishEncoder
  readonly packetJoiner: PacketJoiner
}

export interface PublishPort {
  /** Adds id and times to a message to publish. */
  createMessage(message: NewMessage, dup: boolean): Message
  /** Runs hooks, retained store and routing. Returns a promise only if a hook did or many subscribers are left for later turns. */
  publish(message: Message, dispatch?: Dispatch): Dispatch | Promise<Dispatch>
}
