import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { readInput } from '../read-input.ts'
import { ListenerChange, NewListener } from './listeners.ts'

function refusalOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return JSON.parse(error.message)
    throw error
  }
  throw new Error('was accepted')
}

test('a new listener gets the defaults of all missing fields', () => {
  const read = readInput(NewListener, { type: 'ws', name: 'a', bind: 8083, websocket: { mqtt_path: '/x' } })
  expect(read).toMatchObject({
    type: 'ws',
    enable: true,
    max_connections: 'infinity',
    websocket: { mqtt_path: '/x', idle_timeout: '7200s' },
    tcp_options: { backlog: 1024 },
  })
})

test('a change keeps only the given fields, also in nested objects', () => {
  const change = { type: 'ws', id: 'ws:a', websocket: { mqtt_path: '/x' } }
  expect(readInput(ListenerChange, change)).toEqual(change)
})

test.each([
  [
    { name: 'a', bind: '1' },
    { path: 'root.type', reason: 'required_field' },
  ],
  [
    { type: 'udp', name: 'a', bind: '1' },
    { path: 'root.type', reason: 'not_a_enum_symbol', value: 'udp' },
  ],
  [
    { type: 'tcp', name: 'a' },
    { path: 'root.bind', reason: 'required_field' },
  ],
  [{ type: 'tcp', name: 'a b', bind: '1' }, { path: 'root.name' }],
  [
    { type: 'tcp', name: 'a', bind: '1', ssl_options: {} },
    { reason: 'unknown_fields', unknown: 'ssl_options' },
  ],
  [{ type: 'tcp', name: 'a', bind: '1', tcp_options: { backlog: 0 } }, { path: 'root.tcp_options.backlog' }],
  [[], { path: 'root', reason: 'bad_value_for_struct', got: 'array' }],
])('a new listener %j is refused by its path', (body, expected) => {
  expect(refusalOf(() => readInput(NewListener, body))).toMatchObject({ kind: 'validation_error', ...expected })
})
