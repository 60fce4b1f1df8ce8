import type { Log, Tracing } from '@mqdeck/kit'

/** EMQX's tags by event prefix. Other events have the tag `MQTT`, since only client entries are traced. */
const tags: readonly (readonly [start: string, tag: string])[] = [
  ['authorization_', 'AUTHZ'],
  ['authz_', 'AUTHZ'],
  ['cannot_publish_', 'AUTHZ'],
  ['authenticat', 'AUTHN'],
  ['dropped_msg_', 'MQUEUE'],
  ['rule_', 'RULE'],
]

/** Packets are written to traces separately. */
const packetEvents = new Set(['mqtt_packet_received', 'mqtt_packet_sent'])

/** A log that also writes its entries to matching traces and provides access to tracing. */
export function withTracing(log: Log, traces: { readonly tracing: Tracing | undefined }): Log {
  const logAndTrace =
    (method: 'debug' | 'info' | 'warn' | 'error', level: 'debug' | 'info' | 'warning' | 'error') =>
    (fields: Readonly<Record<string, unknown>>, event: string) => {
      log[method](fields, event)
      const { tracing } = traces
      if (!tracing || packetEvents.has(event)) return
      const { payload, ...meta } = fields
      tracing.write({
        level,
        tag: tags.find(([start]) => event.startsWith(start))?.[1] ?? 'MQTT',
        msg: event,
        meta,
        ...(payload instanceof Uint8Array && { payload }),
      })
    }
  return {
    isEnabled: (level) => log.isEnabled(level) || (level !== 'debug' && traces.tracing !== undefined),
    debug: logAndTrace('debug', 'debug'),
    info: logAndTrace('info', 'info'),
    warn: logAndTrace('warn', 'warning'),
    error: logAndTrace('error', 'error'),
    get tracing() {
      return traces.tracing
    },
  }
}
