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

/** The components that the parts of a broker share. */
export interface Runtime {
  readonly node: string
  readonly zones: Zones
  readonly metrics: Metrics
  readonly hooks: HookRegistry
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
  readonly flow: FlowControl
  readonly held: HeldBytes
  readonly queuedMessages: QueuedMessages
  readonly journal: Journal
  readonly router: Router<Session, Subscription>
  readonly sharedPicker: SharedPicker<Session, Subscription>
  readonly retained: Retained
  readonly retainedDelivery: RetainedDelivery
  readonly sessions: SessionRegistry
  readonly cluster: ClusterPort
  readonly tap: PacketTap
  readonly encoder: PublishEncoder
  readonly packetJoiner: PacketJoiner
  /** Adds id and times to a message to publish. */
  createMessage(message: NewMessage, dup: boolean): Message
  /** Runs hooks, retained store and routing. Returns a promise only if a hook did or many subscribers are left for later turns. */
  publish(message: Message, dispatch?: Dispatch): Dispatch | Promise<Dispatch>
}
