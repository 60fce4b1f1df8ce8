/**
 * A topic filter of a plugin (MQTT 5, 4.7). Shared subscriptions are not filters of a plugin. Runs in both threads, so
 * that the plugin gets the error from its own call.
 * @throws {TypeError}
 */
export function checkFilter(filter: unknown): void {
  const levels =
    typeof filter === 'string' && filter.length <= 65_535 && !filter.includes('\0') ? filter.split('/') : []
  const isValid = levels.every((level, index) =>
    level.includes('#') ? level === '#' && index === levels.length - 1 : level === '+' || !level.includes('+'),
  )
  if (!isValid || levels.length === 0 || filter === '' || /^\$(share|queue|exclusive)\//.test(String(filter)))
    throw new TypeError(`${JSON.stringify(filter)} is not a topic filter`)
}
