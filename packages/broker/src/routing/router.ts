import { createFilterTrie } from './filter-trie.ts'
import { Members } from './members.ts'
import { isWildcard, type ParsedFilter } from './topic.ts'

/** One subscriber of one filter. The type of `subscriber` is up to the caller. */
export interface Member<S, O> {
  readonly subscriber: S
  readonly options: O
}

/** The subscribers of one filter, or of one group of a shared filter. */
export interface Route<S, O> {
  /** The name in `topics()`: `a/+`, `$share/g/a/+`, `$queue/a/+`. */
  readonly name: string
  readonly filter: string
  /** Undefined for normal subscriptions. */
  readonly group: string | undefined
  /** A snapshot in order of subscription; subscribing while iterating does not change it. */
  members(): readonly Member<S, O>[]
}

/** The receivers of a message: every member of each normal route, and one member of each shared route (chosen in `shared.ts`). */
export interface RouteMatch<S, O> {
  readonly normal: readonly Route<S, O>[]
  readonly shared: readonly Route<S, O>[]
}

interface RouterCounts {
  /** Names of `topics()`. */
  readonly topics: number
  /** The number of subscriptions, including shared ones. */
  readonly subscriptions: number
  readonly shared: number
}

export interface Router<S, O> {
  /** Returns true if the subscription is new, false if its options were replaced [MQTT-3.8.4-3]. */
  subscribe(filter: ParsedFilter, subscriber: S, options: O): boolean
  /** Returns false if there was no such subscription. */
  unsubscribe(filter: ParsedFilter, subscriber: S): boolean
  options(filter: ParsedFilter, subscriber: S): O | undefined
  /** Do not keep the result beyond the current turn of the event loop. */
  match(topic: string): RouteMatch<S, O>
  /** True if `match` would find a subscriber. Does not use the cache, so it suits topics that are checked only once. */
  matchesAny(topic: string): boolean
  /** The names that have subscribers, each once. */
  topics(): IterableIterator<string>
  has(name: string): boolean
  /** Names of `topics()` whose subscribers would get a message for `topic`. */
  matchingTopics(topic: string): readonly string[]
  /** The subscribers of a name of `topics()`. */
  members(name: string): readonly Member<S, O>[]
  readonly counts: RouterCounts
}

export interface RouterOptions {
  /** The number of topics in the match cache. */
  readonly cachedTopics?: number
}

class OwnRoute<S, O> implements Route<S, O> {
  readonly name: string
  readonly filter: string
  readonly group: string | undefined
  readonly own = new Members<S, O>()

  constructor({ name, filter, group }: ParsedFilter) {
    this.name = name
    this.filter = filter
    this.group = group
  }

  members(): readonly Member<S, O>[] {
    return this.own.snapshot()
  }
}

/** Longer topics are not cached, so that the cache is also limited in bytes. */
const maxCachedTopicLength = 512

/**
 * Filters without a wildcard are found by name, others in a trie. The matches of a topic are cached until a filter that
 * could match it is added or removed. New subscribers of an existing filter do not change the matches.
 */
export function createRouter<S, O>({ cachedTopics = 16_384 }: RouterOptions = {}): Router<S, O> {
  const routes = new Map<string, OwnRoute<S, O>>()
  /** Shared routes of filters without a wildcard, by filter. (Normal routes have the filter as their name.) */
  const sharedExact = new Map<string, Set<OwnRoute<S, O>>>()
  const wildcards = createFilterTrie<Set<OwnRoute<S, O>>>()
  const cache = new Map<string, RouteMatch<S, O>>()
  const noMatches: RouteMatch<S, O> = { normal: [], shared: [] }
  let subscriptions = 0
  let sharedSubscriptions = 0

  const forget = (filter: string) => {
    if (cache.size === 0) return
    if (isWildcard(filter)) cache.clear()
    else cache.delete(filter)
  }

  /** The collection with the routes of a filter; undefined for routes found by name. */
  const indexOf = ({ filter, group }: ParsedFilter | Route<S, O>) => {
    if (isWildcard(filter)) return wildcards
    return group === undefined ? undefined : sharedExact
  }

  const addRoute = (filter: ParsedFilter): OwnRoute<S, O> => {
    const route = new OwnRoute<S, O>(filter)
    routes.set(filter.name, route)
    const index = indexOf(filter)
    const together = index?.get(filter.filter)
    if (together === undefined) index?.set(filter.filter, new Set([route]))
    else together.add(route)
    forget(filter.filter)
    return route
  }

  const dropRoute = (route: OwnRoute<S, O>) => {
    routes.delete(route.name)
    const index = indexOf(route)
    const together = index?.get(route.filter)
    together?.delete(route)
    if (together?.size === 0) index?.delete(route.filter)
    forget(route.filter)
  }

  const find = (topic: string): RouteMatch<S, O> => {
    const normal: Route<S, O>[] = []
    const shared: Route<S, O>[] = []
    const named = routes.get(topic)
    // A topic can look like a shared filter without being one.
    if (named !== undefined && named.group === undefined) normal.push(named)
    for (const route of sharedExact.get(topic) ?? []) shared.push(route)
    wildcards.match(topic, (found) => {
      for (const route of found) (route.group === undefined ? normal : shared).push(route)
    })
    return normal.length + shared.length === 0 ? noMatches : { normal, shared }
  }

  const match = (topic: string): RouteMatch<S, O> => {
    const cached = cache.get(topic)
    if (cached !== undefined) return cached
    const found = find(topic)
    if (topic.length <= maxCachedTopicLength) {
      // Clearing the cache is cheaper than tracking the order of use, and frequent topics are soon cached again.
      if (cache.size >= cachedTopics) cache.clear()
      cache.set(topic, found)
    }
    return found
  }

  return {
    subscribe(filter, subscriber, options) {
      const route = routes.get(filter.name) ?? addRoute(filter)
      const isNew = route.own.set(subscriber, options)
      if (isNew) {
        subscriptions++
        if (route.group !== undefined) sharedSubscriptions++
      }
      return isNew
    },
    unsubscribe(filter, subscriber) {
      const route = routes.get(filter.name)
      if (route === undefined || !route.own.delete(subscriber)) return false
      subscriptions--
      if (route.group !== undefined) sharedSubscriptions--
      if (route.own.size === 0) dropRoute(route)
      return true
    },
    options: (filter, subscriber) => routes.get(filter.name)?.own.get(subscriber),
    match,
    matchesAny: (topic) => (cache.get(topic) ?? find(topic)) !== noMatches,
    topics: () => routes.keys(),
    has: (name) => routes.has(name),
    matchingTopics: (topic) => {
      const { normal, shared } = match(topic)
      return [...normal, ...shared].map((route) => route.name)
    },
    members: (name) => routes.get(name)?.members() ?? [],
    get counts() {
      return { topics: routes.size, subscriptions, shared: sharedSubscriptions }
    },
  }
}
