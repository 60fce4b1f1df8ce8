import { splitShare } from './topic-filter.ts'

/** The filter as the client wrote it: the broker lists it with the listener's mountpoint in front, and puts that there again. */
export function withoutMountpoint(filter: string, mountpoint: string | null | undefined): string {
  if (!mountpoint) return filter
  const { topic } = splitShare(filter)
  const share = filter.slice(0, filter.length - topic.length)
  return topic.startsWith(mountpoint) ? share + topic.slice(mountpoint.length) : filter
}
