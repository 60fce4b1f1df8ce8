import { createFilterTrie } from './filter-trie.ts'
import { Members } from './members.ts'
import { isWildcard, type ParsedFilter } from './topic.ts'

/** One subscriber of one filter. `subscriber` is whatever the caller routes to. */
export interface Member<S, O> {
  readonly subscriber: S
  readonly options: O
}

/** The subscribers of one filter, or of one group of a shared filter. */
export interface Route<S, O> {
  /** As `topics()` gives it: `a/+`, `$share/g/a/+`, `$queue/a/+`. */
  readonly name: string
  readonly filter: string
  /** Undefined for normal subscriptions. */
  readonly group: string | undefined
  /** A snapshot: subscribing while iterating it changes nothing in it. In order of subscription. */
  members(): readonly Member<S, O>[]
}

/** Who gets a message: every member of the normal routes, once for each, and one member of every shared route (`shared.ts` picks). */
export interface RouteMatch<S, O> {
  readonly normal: readonly Route<S, O>[]
  readonly shared: readonly Route<S, O>[]
}

interface RouterCounts {
  /** Names of `topics()`. */
  readonly topics: number
  /** Subscriptions, shared ones included. */
  readonly subscriptions: number
  readonly shared: number
}

export interface Router<S, O> {
  /** True when the subscription is new; false when its options were replaced [MQTT-3.8.4-3]. */
  subscribe(filter: ParsedFilter, subscriber: S, options: O): boolean
  /** False when there was none. */
  unsubscribe(filter: ParsedFilter, subscriber: S): boolean
  options(filter: ParsedFilter, subscriber: S): O | undefined
  /** The answer may be kept for the turn of the event loop, not longer. */
  match(topic: string): RouteMatch<S, O>
  /** Whether `match` would find anybody. Remembers nothing, so it is for topics that are asked for once. */
  matchesAny(topic: string): boolean
  /** Names with a subscriber, each once. */
  topics(): IterableIterator<string>
  has(name: string): boolean
  /** Names of `topics()` whose subscribers would get a message for `topic`. */
  matchingTopics(topic: string): readonly string[]
  /** Subscribers of a name of `topics()`. */
  members(name: string): readonly Member<S, O>[]
  readonly counts: RouterCounts
}

export interface RouterOptions {
  /** Topics whose matches are remembered. */
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

/** Longer topics are matched anew each time, so that the cache has a bound in bytes as well. */
const longestCached = 512

/**
 * Filters without a wildcard are found by name, those with one in a trie; what a topic matches is remembered until a
 * filter that could match it comes or goes. A subscriber that joins an existing filter changes no match.
 */
export function createRouter<S, O>({ cachedTopics = 16_384 }: RouterOptions = {}): Router<S, O> {
  const routes = new Map<string, OwnRoute<S, O>>()
  /** Shared routes of filters without a wildcard, by filter; a normal one has the filter for its name. */
  const sharedExact = new Map<string, Set<OwnRoute<S, O>>>()
  const wildcards = createFilterTrie<Set<OwnRoute<S, O>>>()
  const cache = new Map<string, RouteMatch<S, O>>()
  const nobody: RouteMatch<S, O> = { normal: [], shared: [] }
  let subscriptions = 0
  let sharedSubscriptions = 0

  const forget = (filter: string) => {
    if (cache.size === 0) return
    if (isWildcard(filter)) cache.clear()
    else cache.delete(filter)
  }

  /** Where the routes of a filter are kept together; undefined for those that are found by name. */
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
    // A topic may be spelled like a shared filter, but is not one.
    if (named !== undefined && named.group === undefined) normal.push(named)
    for (const route of sharedExact.get(topic) ?? []) shared.push(route)
    wildcards.match(topic, (found) => {
      for (const route of found) (route.group === undefined ? normal : shared).push(route)
    })
    return normal.length + shared.length === 0 ? nobody : { normal, shared }
  }

  const match = (topic: string): RouteMatch<S, O> => {
    const cached = cache.get(topic)
    if (cached !== undefined) return cached
    const found = find(topic)
    if (topic.length <= longestCached) {
      // Starting again is cheaper than keeping an order of use, and hot topics are back at once.
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
    matchesAny: (topic) => (cache.get(topic) ?? find(topic)) !== nobody,
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
