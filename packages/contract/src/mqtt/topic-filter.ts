/** Whether the text is a topic filter: `+` is a whole level, `#` the whole last level (MQTT 4.7.1). */
export function isTopicFilter(filter: string): boolean {
  if (filter === '' || filter.includes('\0')) return false
  const levels = filter.split('/')
  return levels.every(
    (level, index) =>
      (!level.includes('+') || level === '+') &&
      (!level.includes('#') || (level === '#' && index === levels.length - 1)),
  )
}
