import type { Log, Tracing } from '@mqdeck/kit'

/** Whose tag is EMQX's; all others are told as `MQTT`, for only entries of clients come into traces. */
const tags: readonly (readonly [start: string, tag: string])[] = [
  ['authorization_', 'AUTHZ'],
  ['authz_', 'AUTHZ'],
  ['cannot_publish_', 'AUTHZ'],
  ['authenticat', 'AUTHN'],
  ['dropped_msg_', 'MQUEUE'],
  ['rule_', 'RULE'],
]

/** Packets come into traces in another form. */
const toldOtherwise = new Set(['mqtt_packet_received', 'mqtt_packet_sent'])

/** The same log, whose entries go into the traces that want them as well, and which knows these traces. */
export function withTracing(log: Log, traces: { readonly tracing: Tracing | undefined }): Log {
  const both =
    (method: 'debug' | 'info' | 'warn' | 'error', level: 'debug' | 'info' | 'warning' | 'error') =>
    (fields: Readonly<Record<string, unknown>>, event: string) => {
      log[method](fields, event)
      const { tracing } = traces
      if (!tracing || toldOtherwise.has(event)) return
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
    debug: both('debug', 'debug'),
    info: both('info', 'info'),
    warn: both('warn', 'warning'),
    error: both('error', 'error'),
    get tracing() {
      return traces.tracing
    },
  }
}
