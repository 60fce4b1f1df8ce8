import { splitShare } from './topic-filter.ts'

/**
 * The topic filter as the client sent it. The broker lists it with the mountpoint of the listener, which it adds
 * again to requests.
 */
export function withoutMountpoint(filter: string, mountpoint: string | null | undefined): string {
  if (!mountpoint) return filter
  const { topic } = splitShare(filter)
  const share = filter.slice(0, filter.length - topic.length)
  return topic.startsWith(mountpoint) ? share + topic.slice(mountpoint.length) : filter
}
