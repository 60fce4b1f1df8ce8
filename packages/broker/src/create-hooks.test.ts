import { type Log, silentLog } from '@mqdeck/kit'
import { somePublication } from '@mqdeck/testkit/suites'
import { describe, expect, test } from 'vitest'
import { createHooks } from './create-hooks.ts'
import { ReasonError } from './packets/index.ts'
import type { ClientInfo, Message } from './types.ts'

const message = (topic: string): Message => ({
  id: '0',
  topic,
  payload: new Uint8Array(),
  qos: 0,
  retain: false,
  dup: false,
  properties: {},
  from: { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' },
  timestamp: 0,
  expiresAt: Number.POSITIVE_INFINITY,
})

const append = (text: string) => (one: Message | undefined) => one && { ...one, topic: one.topic + text }

describe('fold points', () => {
  test('pass the value on in the order of priority, and stay synchronous if all handlers are', () => {
    const hooks = createHooks(silentLog)
    hooks.fold('message.publish', append('3'), { priority: 10 })
    hooks.fold('message.publish', append('2'))
    hooks.fold('message.publish', append('1'), { priority: -10 })
    expect(hooks.runFold('message.publish', message('t'), [somePublication])).toMatchObject({ topic: 't123' })
  })

  test('continue after a handler with a promise', async () => {
    const hooks = createHooks(silentLog)
    hooks.fold('message.publish', append('1'))
    hooks.fold('message.publish', async (one) => append('2')(one))
    hooks.fold('message.publish', append('3'))
    hooks.fold('message.publish', async (one) => append('4')(one))
    const answer = hooks.runFold('message.publish', message('t'), [somePublication])
    expect(answer).toBeInstanceOf(Promise)
    expect(await answer).toMatchObject({ topic: 't1234' })
  })

  test('skip a handler that fails, and log it', async () => {
    const { log, errors } = recordingLog()
    const hooks = createHooks(log)
    hooks.fold('message.publish', () => {
      throw new Error('first')
    })
    hooks.fold('message.publish', () => Promise.reject(new Error('second')))
    hooks.fold('message.publish', append('1'))
    expect(await hooks.runFold('message.publish', message('t'), [somePublication])).toMatchObject({ topic: 't1' })
    expect(errors).toEqual(['Error: first', 'Error: second'])
  })

  test('let a handler of message.publish refuse synchronously or asynchronously; elsewhere that is a failure', async () => {
    const hooks = createHooks(silentLog)
    const refusal = new ReasonError(0x97, 'quota_exceeded')
    const refuse = () => {
      throw refusal
    }
    const forget = hooks.fold('message.publish', refuse)
    hooks.fold('client.redirect', refuse)
    expect(() => hooks.runFold('message.publish', message('t'), [somePublication])).toThrow(refusal)
    // The handlers do not use the client.
    expect(hooks.runFold('client.redirect', 'here', [{} as ClientInfo])).toBe('here')
    forget()
    hooks.fold('message.publish', () => Promise.reject(refusal))
    await expect(hooks.runFold('message.publish', message('t'), [somePublication])).rejects.toBe(refusal)
  })

  test('report whether a handler exists for a topic', () => {
    const hooks = createHooks(silentLog)
    expect(hooks.caresFor('message.publish', 'a')).toBe(false)
    const forget = hooks.fold('message.publish', append(''), { prefix: '$delayed/' })
    expect([hooks.caresFor('message.publish', 'a'), hooks.caresFor('message.publish', '$delayed/1/a')]).toEqual([
      false,
      true,
    ])
    hooks.fold('message.publish', append(''))
    forget()
    expect(hooks.caresFor('message.publish', 'a')).toBe(true)
  })

  test('return the result of onFailure if it is set', async () => {
    const hooks = createHooks(silentLog)
    const ask = () => hooks.runFold('message.publish', message('t'), [somePublication], () => undefined)
    const forget = hooks.fold('message.publish', () => Promise.reject(new Error('no')))
    hooks.fold('message.publish', append('1'))
    expect(await ask()).toBeUndefined()
    forget()
    expect(ask()).toMatchObject({ topic: 't1' })
  })
})

describe('run points', () => {
  test('notify all handlers, also those after a failed one', () => {
    const { log, errors } = recordingLog()
    const hooks = createHooks(log)
    const calls: string[] = []
    hooks.on('message.dropped', () => {
      throw new Error('first')
    })
    hooks.on('message.dropped', (_, reason) => calls.push(reason))
    hooks.run('message.dropped', message('t'), 'no_subscribers')
    expect([calls, errors]).toEqual([['no_subscribers'], ['Error: first']])
  })

  test('a handler can be removed while its hook point runs', () => {
    const hooks = createHooks(silentLog)
    const calls: number[] = []
    const leave = hooks.on('message.dropped', () => {
      calls.push(1)
      leave()
    })
    hooks.on('message.dropped', () => calls.push(2))
    for (let n = 0; n < 2; n += 1) hooks.run('message.dropped', message('t'), 'no_subscribers')
    expect(calls).toEqual([1, 2, 2])
    expect([hooks.has('message.dropped'), hooks.has('message.publish')]).toEqual([true, false])
  })
})

function recordingLog(): { log: Log; errors: string[] } {
  const errors: string[] = []
  return { log: { ...silentLog, error: (fields) => errors.push(String(fields.error)) }, errors }
}
