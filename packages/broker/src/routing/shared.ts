import type { SharedStrategy, StickyPick } from '../settings.ts'
import type { Message } from '../types.ts'
import type { Member, Route } from './router.ts'

/** What a choice depends on: the topic and who published. */
type Shareable = Pick<Message, 'topic'> & { readonly from: Pick<Message['from'], 'clientId'> }

/** A set of subscribers, or anything that can say who is in it. */
type Excluded<S> = Pick<ReadonlySet<S>, 'has'>

export interface SharedPicker<S, O> {
  /**
   * One member of a shared route for a message, undefined when all are excluded: those that were tried in vain, or all
   * that `has` says cannot take it (`{ has: (one) => !one.online }` costs one pass, however many they are). When nobody is
   * left, EMQX asks once more without exclusions, so that the message waits in someone's session.
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
  /** Connected to this node, for the strategy `local`. Everyone is while there is one node. */
  readonly isLocal?: (subscriber: S) => boolean
}

/** What a group remembers. EMQX keeps `sticky` and `round_robin` in the publisher's process: here by its client id. */
interface Memory<S> {
  last: number
  readonly lastOf: Map<string, number>
  readonly stickTo: Map<string, S>
}

/** Publishers that a group remembers; the ones not seen for longest go first. */
const rememberedPublishers = 10_000

export function createSharedPicker<S, O>({
  random = Math.random,
  isLocal = () => true,
}: SharedPickerOptions<S> = {}): SharedPicker<S, O> {
  /** By route, which is dropped when its last member leaves, and the memory with it. */
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
    // The first turn is anyone's, lest publishers of one message each all begin with the same member.
    const next = last === undefined ? Math.floor(random() * members.length) : (last + 1) % members.length
    remember(memory.lastOf, publisher, next)
    return members[next]
  }

  /** The strategies that look at nothing but the message and the members. */
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
  if (map.size <= rememberedPublishers) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

/** FNV-1a, 32 bits: spreads topics that differ in one digit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  // FNV leaves the low bits weak, and the remainder uses those.
  return (hash ^ (hash >>> 15)) >>> 0
}
