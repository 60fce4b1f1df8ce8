const mostWaiting = 10_000

/** @type {import('@mqdeck/plugin').Plugin} */
export default {
  start(context) {
    const { on, log, signal } = context
    const sent = context.counter('sent', 'Events that the URL accepted')
    const dropped = context.counter('dropped', 'Events that were dropped because too many were waiting')
    let waiting = []
    let isSending = false

    function wait(events) {
      const extra = Math.max(0, events.length - mostWaiting)
      waiting = events.slice(extra)
      if (extra > 0) dropped.add(extra)
    }
    function add(event) {
      waiting.push(event)
      if (waiting.length > mostWaiting) wait(waiting)
    }
    on('client.connected', ({ client, at }) => add({ event: 'connected', clientid: client.clientId, at }))
    on('client.disconnected', ({ client, reason, at }) =>
      add({ event: 'disconnected', clientid: client.clientId, reason, at }),
    )

    async function send() {
      if (isSending || waiting.length === 0) return
      isSending = true
      const events = waiting
      waiting = []
      try {
        const response = await fetch(context.config.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...authorization(context.config.token) },
          body: JSON.stringify(events),
          signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
        })
        if (!response.ok) throw new Error(`the URL answered with status ${response.status}`)
        sent.add(events.length)
      } catch (error) {
        wait([...events, ...waiting])
        log.warn(`Events were not sent: ${error.message}`)
      } finally {
        isSending = false
      }
    }
    let stopTimer = context.setInterval(send, context.config.interval)

    context.onConfig((config) => {
      if (!/^https?:\/\//.test(config.url)) throw new Error('url must start with http:// or https://')
      if (config.interval < 100) throw new Error('interval must be at least 100 milliseconds')
      stopTimer()
      stopTimer = context.setInterval(send, config.interval)
    })
  },
}

const authorization = (token) => (token === '' ? {} : { authorization: `Bearer ${token}` })
