/** @type {import('@mqdeck/plugin').Plugin} */
export default {
  start(context) {
    const rewritten = context.counter('rewritten', 'Messages with a changed payload')
    let config = context.config
    let remove = () => {}

    function rewrite(message) {
      const fields = readObject(message)
      if (!fields) return
      const changed = Object.entries(fields)
        .filter(([name]) => !config.remove.includes(name))
        .map(([name, value]) => [config.rename[name] ?? name, value])
      rewritten.add()
      return { payload: JSON.stringify({ ...Object.fromEntries(changed), ...config.add }) }
    }

    function apply(next) {
      // First the new hook: it throws if the filter is invalid, and the previous configuration remains.
      const removeNext = context.hook('message.publish', rewrite, { topics: [next.topic] })
      remove()
      remove = removeNext
      config = next
    }

    apply(config)
    context.onConfig(apply)
  },
}

/** Undefined for other payloads. */
function readObject(message) {
  try {
    const value = message.json()
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
