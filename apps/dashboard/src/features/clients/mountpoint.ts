/** The filter as the client wrote it: the broker lists it with the listener's mountpoint in front, and puts that there again. */
export function withoutMountpoint(filter: string, mountpoint: string | null | undefined): string {
  if (!mountpoint) return filter
  const share = /^\$share\/[^/]+\//.exec(filter)?.[0] ?? ''
  const topic = filter.slice(share.length)
  return topic.startsWith(mountpoint) ? share + topic.slice(mountpoint.length) : filter
}
