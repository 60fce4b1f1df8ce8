/**
 * Whether a filter matches a topic (MQTT 4.7), without prefix (`$share/...`). `+` and `#` that are not valid wildcards,
 * within a level or before the last one, are ordinary characters.
 */
export function matchesFilter(filter: string, topic: string): boolean {
  // A wildcard in the first level does not match topics that start with $ [MQTT-4.7.2-1].
  if (topic.startsWith('$') && (filter.startsWith('+') || filter.startsWith('#'))) return false
  let f = 0
  let t = 0
  for (;;) {
    const filterEnd = levelEnd(filter, f)
    const topicEnd = levelEnd(topic, t)
    const lastOfFilter = filterEnd === filter.length
    if (lastOfFilter && filterEnd - f === 1 && filter[f] === '#') return true
    const any = filterEnd - f === 1 && filter[f] === '+'
    if (!any && (filterEnd - f !== topicEnd - t || !topic.startsWith(filter.slice(f, filterEnd), t))) return false
    if (topicEnd === topic.length) {
      // `a/#` matches `a` itself (4.7.1.2).
      return lastOfFilter || filter.slice(filterEnd) === '/#'
    }
    if (lastOfFilter) return false
    f = filterEnd + 1
    t = topicEnd + 1
  }
}

function levelEnd(text: string, start: number): number {
  const slash = text.indexOf('/', start)
  return slash < 0 ? text.length : slash
}
