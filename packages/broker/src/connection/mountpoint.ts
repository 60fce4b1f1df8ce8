import { validateTopicName } from '../routing/index.ts'
import type { ClientInfo } from '../types.ts'

/** In the place of a missing value. Not allowed in topics, so it cannot come from a client. */
const missing = '\0'

/**
 * A listener's mountpoint for one client: with `${clientid}` and `${username}` replaced, as in EMQX. `isUsable` is false for it
 * if a value is missing: all clients without a username would share their topics.
 */
export function mountpointFor(
  pattern: string | undefined,
  { clientId, username }: Pick<ClientInfo, 'clientId' | 'username'>,
): string | undefined {
  if (pattern === undefined || pattern === '') return undefined
  return pattern.replaceAll('${clientid}', () => clientId).replaceAll('${username}', () => username ?? missing)
}

/** Wildcards from a client ID or username would let a client access topics outside of its mountpoint. */
export const isUsable = (mountpoint: string | undefined): boolean =>
  mountpoint === undefined || !/[+#\0]/.test(mountpoint)

/** @throws ReasonError if the topic with its mountpoint is too long */
export function toPublishTopic(mountpoint: string | undefined, topic: string): string {
  if (mountpoint === undefined) return topic
  const mounted = mountpoint + topic
  validateTopicName(mounted)
  return mounted
}

export const toBrokerTopic = (mountpoint: string | undefined, topic: string) =>
  mountpoint === undefined ? topic : mountpoint + topic

/** The mountpoint is inserted after a prefix like `$share/g/`: `$share/g/` + mountpoint + `t`. */
export function toBrokerFilter(mountpoint: string | undefined, filter: string): string {
  if (mountpoint === undefined) return filter
  const prefix = /^(?:\$share\/[^/]*\/|\$queue\/|\$exclusive\/)/.exec(filter)?.[0] ?? ''
  return prefix + mountpoint + filter.slice(prefix.length)
}

/** The opposite of `toBrokerFilter`. */
export function toClientFilter(mountpoint: string | undefined, filter: string): string {
  const prefix = /^(?:\$share\/[^/]*\/|\$queue\/|\$exclusive\/)/.exec(filter)?.[0] ?? ''
  return prefix + toClientTopic(mountpoint, filter.slice(prefix.length))
}

export const toClientTopic = (mountpoint: string | undefined, topic: string) =>
  mountpoint !== undefined && topic.startsWith(mountpoint) ? topic.slice(mountpoint.length) : topic
