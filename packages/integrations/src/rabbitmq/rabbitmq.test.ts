import { silentLog, systemClock } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { runtime } from './runtime.ts'

const render = (parameters: object) => {
  const made = runtime.action?.(
    {
      exchange: 'e',
      routing_key: 'k',
      payload_template: '',
      delivery_mode: 'non_persistent',
      wait_for_publish_confirmations: true,
      publish_confirmation_timeout: 1000,
      ...parameters,
    } as never,
    {} as never,
    { clock: systemClock, log: silentLog, folder: '/', node: 'mqdeck@127.0.0.1', name: 'a' },
  )
  if (!made) throw new Error('no action')
  return (data: object) => made.render({ ...data })
}

test('exchange, routing key and payload are rendered from the data', () => {
  expect(
    render({ exchange: '${e}', routing_key: 'a.${x}', payload_template: '${payload}', delivery_mode: 'persistent' })({
      e: 'amq.topic',
      x: 'b',
      payload: new Uint8Array([255]),
    }),
  ).toEqual({ exchange: 'amq.topic', routingKey: 'a.b', content: Uint8Array.of(255), isPersistent: true })
})

test('without a template the payload is all selected data', () => {
  expect(render({})({ a: 1n, b: { c: 'd' } })).toMatchObject({ content: '{"a":1,"b":{"c":"d"}}', isPersistent: false })
})

test('a missing value is the text undefined', () => {
  expect(render({ routing_key: '${x}', payload_template: '${y}' })({})).toMatchObject({
    routingKey: 'undefined',
    content: 'undefined',
  })
})

test('names longer than the limit of the protocol are rejected', () => {
  expect(() => render({ routing_key: '${x}' })({ x: 'é'.repeat(128) })).toThrow('longer than 255 bytes')
})
