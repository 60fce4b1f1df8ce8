import { validateTopicName } from '../routing/index.ts'
import type { ClientInfo } from '../types.ts'

/** A listener's mountpoint for one client: `${clientid}` and `${username}` are filled in, as EMQX does. */
export function mountpointFor(
  pattern: string | undefined,
  { clientId, username }: Pick<ClientInfo, 'clientId' | 'username'>,
): string | undefined {
  if (pattern === undefined || pattern === '') return undefined
  return pattern.replaceAll('${clientid}', () => clientId).replaceAll('${username}', () => username ?? 'undefined')
}

/** A name with wildcards in the mountpoint would lead a client out of it. */
export const hasWildcards = (mountpoint: string | undefined): boolean =>
  mountpoint !== undefined && /[+#\0]/.test(mountpoint)

/** @throws ReasonError when the two together are too long for a topic */
export function toPublishTopic(mountpoint: string | undefined, topic: string): string {
  if (mountpoint === undefined) return topic
  const mounted = mountpoint + topic
  validateTopicName(mounted)
  return mounted
}

export const toBrokerTopic = (mountpoint: string | undefined, topic: string) =>
  mountpoint === undefined ? topic : mountpoint + topic

/** A filter keeps what stands before the topic: `$share/g/` + mountpoint + `t`. */
export function toBrokerFilter(mountpoint: string | undefined, filter: string): string {
  if (mountpoint === undefined) return filter
  const prefix = /^(?:\$share\/[^/]*\/|\$queue\/|\$exclusive\/)/.exec(filter)?.[0] ?? ''
  return prefix + mountpoint + filter.slice(prefix.length)
}

export const toClientTopic = (mountpoint: string | undefined, topic: string) =>
  mountpoint !== undefined && topic.startsWith(mountpoint) ? topic.slice(mountpoint.length) : topic
