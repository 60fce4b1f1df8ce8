// @vitest-environment jsdom
import { EventEmitter } from 'node:events'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureSeconds, createLiveCapture, maxCaptured } from './live-capture.ts'
import { fromCaptured, inEncoding } from './test-message.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A capture that is connected. The test acts as the broker. */
async function listening(...filters: readonly string[]) {
  const asked: string[] = []
  const client = Object.assign(new EventEmitter(), {
    subscribe: (filter: string) => asked.push(filter),
    end(...parts: readonly unknown[]) {
      asked.push('end')
      const done = parts.at(-1)
      if (typeof done === 'function') done()
    },
  })
  const capture = createLiveCapture({
    // The part of MQTT.js that is used.
    load: async () => () => client as unknown as MqttClient,
    openSocket: () => {
      throw new Error('not used')
    },
  })
  capture.start(filters)
  await vi.advanceTimersByTimeAsync(0)
  client.emit('connect', { sessionPresent: false })
  const publish = (topic: string, payload: Uint8Array, properties?: object) =>
    client.emit('message', topic, payload, { qos: 1, retain: false, dup: false, properties })
  return { capture, asked, publish }
}

test('the last messages are kept with their properties, the newest first, and large ones are not', async () => {
  const { capture, asked, publish } = await listening('a/#', 'b', 'a/#')
  expect(asked).toEqual(['a/#', 'b'])
  publish('a/large', new Uint8Array(256 * 1024 + 1))
  for (let at = 0; at <= maxCaptured; at += 1) publish(`a/${at}`, Uint8Array.of(0x30))
  publish('b', Uint8Array.of(0xff), { userProperties: { hall: ['n', 's'] } })
  const messages = capture.messages.get()
  expect(messages).toHaveLength(maxCaptured)
  expect(messages.slice(0, 2).map(({ topic }) => topic)).toEqual(['b', `a/${maxCaptured}`])
  const [newest] = messages
  expect(newest && fromCaptured(newest)).toEqual({
    topic: 'b',
    qos: 1,
    retain: false,
    payload: '/w==',
    encoding: 'base64',
    userProperties: [
      { name: 'hall', value: 'n' },
      { name: 'hall', value: 's' },
    ],
  })
})

test('listening ends after its time, and messages stay', async () => {
  const { capture, asked, publish } = await listening('a')
  publish('a', Uint8Array.of(0x30))
  await vi.advanceTimersByTimeAsync(captureSeconds * 1000 - 1)
  expect(capture.connection.state.get()).toBe('connected')
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.at(-1)).toBe('end')
  expect(capture.connection.state.get()).toBe('disconnected')
  expect(capture.endedAt.get()).toBeDefined()
  expect(capture.messages.get()).toHaveLength(1)
})

test('the encoding of a payload is changed if its bytes are text', () => {
  expect(inEncoding({ payload: 'hall', encoding: 'plain' }, 'base64')).toBe('aGFsbA==')
  expect(inEncoding({ payload: 'aGFsbA==', encoding: 'base64' }, 'plain')).toBe('hall')
  expect(inEncoding({ payload: '/w==', encoding: 'base64' }, 'plain')).toBeUndefined()
  expect(inEncoding({ payload: 'no base64', encoding: 'base64' }, 'plain')).toBeUndefined()
})
