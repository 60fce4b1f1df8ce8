import { silentLog, type TraceEntry, type Tracing } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { withTracing } from './with-tracing.ts'

const written: TraceEntry[] = []
const open: Tracing = { wants: () => true, write: (entry) => void written.push(entry) }

test('entries are logged as before and also traced while a trace is running', () => {
  const traces: { tracing: Tracing | undefined } = { tracing: undefined }
  const logged: string[] = []
  const log = withTracing({ ...silentLog, warn: (_, event) => void logged.push(event) }, traces)
  const { isEnabled, warn, debug } = log
  warn({ clientid: 'c1' }, 'authentication_failure')
  expect([log.tracing, isEnabled('warn'), written]).toEqual([undefined, false, []])

  traces.tracing = open
  expect(log.tracing).toBe(open)
  expect([isEnabled('warn'), isEnabled('debug')]).toEqual([true, false])
  warn({ clientid: 'c1', payload: Buffer.from('x') }, 'authorization_permission_denied')
  debug({ clientid: 'c1' }, 'connection_closed')
  debug({ clientid: 'c1' }, 'mqtt_packet_sent')
  expect(written).toEqual([
    {
      level: 'warning',
      tag: 'AUTHZ',
      msg: 'authorization_permission_denied',
      meta: { clientid: 'c1' },
      payload: Buffer.from('x'),
    },
    { level: 'debug', tag: 'MQTT', msg: 'connection_closed', meta: { clientid: 'c1' } },
  ])
  expect(logged).toEqual(['authentication_failure', 'authorization_permission_denied'])
})
