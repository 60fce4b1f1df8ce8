import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import { covers } from './rules/covers.ts'
import type { CacheSettings } from './settings.ts'

type Result = 'allow' | 'deny'

/** A cached decision. */
export interface CachedDecision {
  readonly action: AuthorizeAction
  readonly result: Result
  /** Milliseconds since the epoch. */
  readonly decidedAt: number
}

interface Decisions {
  readonly decisions: Map<string, CachedDecision>
  /** The result used last, since most clients publish to the same topic repeatedly. */
  last: CachedDecision | undefined
}

/** Cache of decisions for each connected client. */
export interface DecisionCache {
  /** Whether decisions about this topic are cached. */
  keeps(topic: string): boolean
  get(client: ClientInfo, action: AuthorizeAction): Result | undefined
  /** @param since the value of `generation` when the decision was requested; not cached if the cache was cleared since */
  put(client: ClientInfo, action: AuthorizeAction, result: Result, since: number): void
  readonly generation: number
  /** In the order in which they are evicted. */
  list(client: ClientInfo): readonly CachedDecision[]
  forget(client: ClientInfo): void
  forgetAll(): void
  update(settings: CacheSettings): void
}

export function createDecisionCache(clock: Pick<Clock, 'now'>, initial: CacheSettings): DecisionCache {
  let settings = initial
  let byClient = new WeakMap<ClientInfo, Decisions>()
  let generation = 0

  const isFresh = ({ decidedAt }: CachedDecision) => clock.now() - decidedAt < settings.ttl

  return {
    get generation() {
      return generation
    },
    keeps: (topic) => settings.enable && !settings.excludes.some((filter) => covers(filter, topic, 'deny')),
    get(client, action) {
      const known = byClient.get(client)
      if (!known) return undefined
      const { last, decisions } = known
      if (last && isSame(last.action, action) && decisions.size < settings.max_size && isFresh(last)) return last.result
      const key = keyOf(action)
      const found = decisions.get(key)
      if (!found) return undefined
      if (!isFresh(found)) {
        decisions.delete(key)
        return undefined
      }
      // A Map keeps the order of insertion: a used decision moves to the end. Only when the cache is full, because this
      // runs for each message.
      if (decisions.size >= settings.max_size) {
        decisions.delete(key)
        decisions.set(key, found)
      }
      known.last = found
      return found.result
    },
    put(client, action, result, since) {
      if (since !== generation) return
      const known = byClient.get(client) ?? { decisions: new Map(), last: undefined }
      byClient.set(client, known)
      const { decisions } = known
      known.last = undefined
      decisions.set(keyOf(action), { action, result, decidedAt: clock.now() })
      if (decisions.size <= settings.max_size) return
      const [oldest] = decisions.keys()
      if (oldest !== undefined) decisions.delete(oldest)
    },
    list: (client) => [...(byClient.get(client)?.decisions.values() ?? [])].filter(isFresh),
    forget: (client) => void byClient.delete(client),
    forgetAll,
    update(next) {
      settings = next
      forgetAll()
    },
  }

  function forgetAll(): void {
    byClient = new WeakMap()
    generation += 1
  }
}

const isSame = (one: AuthorizeAction, other: AuthorizeAction) =>
  one.topic === other.topic && one.type === other.type && one.qos === other.qos && one.retain === other.retain

/** `s1a/#`, `p0a/b`, and `P0a/b` for a retained one. */
function keyOf({ type, topic, qos, retain }: AuthorizeAction): string {
  if (type === 'subscribe') return `s${qos}${topic}`
  return retain ? `P${qos}${topic}` : `p${qos}${topic}`
}
