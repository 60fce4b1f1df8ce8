/**
 * Whether a rule's pattern covers a topic, or the filter of a subscription.
 *
 * A filter with wildcards stands for many topics. To allow it, the pattern must match all of them: `a/+` does not allow
 * `a/#`. To deny it, one level that the pattern takes for its `+` is enough, as in EMQX, whose `match` is this coarse
 * in both directions.
 */
export function covers(pattern: string, topic: string, permission: 'allow' | 'deny'): boolean {
  // A leading wildcard does not match topics that start with $ [MQTT-4.7.2-1].
  if (topic.startsWith('$') && (pattern.startsWith('#') || pattern.startsWith('+'))) return false
  const patterns = pattern.split('/')
  const levels = topic.split('/')
  for (let index = 0; ; index++) {
    const wanted = patterns[index]
    const level = levels[index]
    if (wanted === '#') return true
    if (wanted === undefined || level === undefined) return wanted === level
    if (wanted === level) continue
    const isWider = level === '#' && permission === 'allow' && patterns[index + 1] !== '#'
    if (wanted !== '+' || isWider) return false
  }
}
