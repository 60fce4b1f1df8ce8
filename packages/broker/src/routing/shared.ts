import type { SharedStrategy, StickyPick } from '../settings.ts'
import type { Message } from '../types.ts'
import type { Member, Route } from './router.ts'

/** The input of a choice: topic and publisher. */
type Shareable = Pick<Message, 'topic'> & { readonly from: Pick<Message['from'], 'clientId'> }

/** A set of subscribers, or any object with `has`. */
type Excluded<S> = Pick<ReadonlySet<S>, 'has'>

export interface SharedPicker<S, O> {
  /**
   * Picks one member of a shared route for a message; undefined if all members are excluded. `excluded` can be a set or a
   * condition (`{ has: (session) => !session.available }` costs one pass for any number of members). If no member is left, EMQX picks
   * again without exclusions, so that the message is queued in a session.
   */
  pick(
    route: Route<S, O>,
    message: Shareable,
    strategy: SharedStrategy,
    excluded?: Excluded<S>,
    firstOfSticky?: StickyPick,
  ): Member<S, O> | undefined
}

export interface SharedPickerOptions<S> {
  /** 0 <= x < 1 */
  readonly random?: () => number
  /** True if the member is connected to this node, for the strategy `local`. Always true with a single node. */
  readonly isLocal?: (subscriber: S) => boolean
}

/** The state of a group. EMQX keeps `sticky` and `round_robin` per publisher process, we keep it per client id. */
interface Memory<S> {
  last: number
  readonly lastOf: Map<string, number>
  readonly stickTo: Map<string, S>
}

/** Maximum publishers in the state of a group; the least recently seen are removed first. */
const maxRememberedPublishers = 10_000

export function createSharedPicker<S, O>({
  random = Math.random,
  isLocal = () => true,
}: SharedPickerOptions<S> = {}): SharedPicker<S, O> {
  /** By route, so that the state is garbage-collected when the last member leaves. */
  const memories = new WeakMap<Route<S, O>, Memory<S>>()

  const memoryOf = (route: Route<S, O>): Memory<S> => {
    let memory = memories.get(route)
    if (memory === undefined) {
      memory = { last: -1, lastOf: new Map(), stickTo: new Map() }
      memories.set(route, memory)
    }
    return memory
  }

  const any = (members: readonly Member<S, O>[]) => members[Math.floor(random() * members.length)]

  const takeTurns = (members: readonly Member<S, O>[], memory: Memory<S>, publisher: string) => {
    const last = memory.lastOf.get(publisher)
    // Starts at a random member; otherwise publishers of a single message would all use the same one.
    const next = last === undefined ? Math.floor(random() * members.length) : (last + 1) % members.length
    remember(memory.lastOf, publisher, next)
    return members[next]
  }

  /** The strategies that only need the message and the members. */
  const pickAlone = (members: readonly Member<S, O>[], message: Shareable, strategy: StickyPick) => {
    switch (strategy) {
      case 'random':
        return any(members)
      case 'local': {
        const local = members.filter((member) => isLocal(member.subscriber))
        return any(local.length > 0 ? local : members)
      }
      case 'hash_topic':
        return members[hashOf(message.topic) % members.length]
      case 'hash_clientid':
        return members[hashOf(message.from.clientId) % members.length]
    }
  }

  const stick = (members: readonly Member<S, O>[], memory: Memory<S>, message: Shareable, first: StickyPick) => {
    const publisher = message.from.clientId
    const before = memory.stickTo.get(publisher)
    const same = before === undefined ? undefined : members.find((member) => member.subscriber === before)
    const chosen = same ?? pickAlone(members, message, first)
    if (chosen !== undefined) remember(memory.stickTo, publisher, chosen.subscriber)
    return chosen
  }

  return {
    pick(route, message, strategy, excluded, firstOfSticky = 'random') {
      const all = route.members()
      const members = excluded === undefined ? all : all.filter((one) => !excluded.has(one.subscriber))
      if (members.length === 0) return undefined
      const publisher = message.from.clientId
      switch (strategy) {
        case 'round_robin':
          return takeTurns(members, memoryOf(route), publisher)
        case 'round_robin_per_group': {
          const memory = memoryOf(route)
          memory.last = (memory.last + 1) % members.length
          return members[memory.last]
        }
        case 'sticky':
          return stick(members, memoryOf(route), message, firstOfSticky)
        default:
          return pickAlone(members, message, strategy)
      }
    },
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= maxRememberedPublishers) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

/** FNV-1a, 32 bits: distributes topics that differ in one digit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  // The low bits of FNV are weak, and the modulo uses them.
  return (hash ^ (hash >>> 15)) >>> 0
}
