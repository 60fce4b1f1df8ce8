import type { Log } from '@mqdeck/kit'
import { validateTopicName } from '../routing/index.ts'
import type { ClientInfo } from '../types.ts'

/**
 * A mountpoint for one client: with placeholders such as `${clientid}` replaced by `values`, as in EMQX. `isUsable` is false for it
 * if a value is missing, because all clients without a username would share their topics, or if it contains a wildcard or `/`,
 * because the user `ann/x` would get a part of the topics of `ann`. The place of the value then has the name of the placeholder
 * between two NULs, which are not allowed in topics.
 */
export function mountpointFor(
  pattern: string | undefined,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (pattern === undefined || pattern === '') return undefined
  return pattern.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole
    const value = values[name] ?? ''
    return value === '' || /[+#/\0]/.test(value) ? `\0${name}\0` : value
  })
}

export const isUsable = (mountpoint: string | undefined): boolean =>
  mountpoint === undefined || !/[+#\0]/.test(mountpoint)

/** Logs why a client with such a mountpoint is refused. */
export function logUnusable(
  log: Log,
  { clientId, mountpoint = '' }: Pick<ClientInfo, 'clientId' | 'mountpoint'>,
): void {
  const placeholder = /\0(\w+)\0/.exec(mountpoint)?.[1]
  if (placeholder !== undefined)
    log.warn({ clientid: clientId, placeholder: `\${${placeholder}}` }, 'mountpoint_refused')
}

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
