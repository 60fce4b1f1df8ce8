import { createHooks, type Message } from '@mqdeck/broker'
import type { ValidationSettings } from '@mqdeck/contract'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock, holdProcess, processorTime, useProcessor } from '@mqdeck/testkit'
import { somePublication } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { createSchemaRegistry } from '../schemas/registry.ts'
import { createValidations } from './validations.ts'

const message: Message = {
  id: '0',
  topic: 't',
  payload: Buffer.alloc(0),
  qos: 0,
  retain: false,
  dup: false,
  properties: {},
  from: { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' },
  timestamp: 1,
  expiresAt: Number.POSITIVE_INFINITY,
}

/** Publishes a message with ten checks. @param ms of processor time that each of them takes */
function openWith(ms: number) {
  const hooks = createHooks(silentLog)
  const validations = createValidations({
    hooks,
    clock: createFakeClock(),
    log: silentLog,
    schemas: createSchemaRegistry({ schemas: {}, external: {} }),
    compileSql: () => () => {
      useProcessor(ms)
      return true
    },
    count: () => {},
    onFailure: () => {},
  })
  const settings: ValidationSettings = {
    name: 'v',
    description: '',
    enable: true,
    topics: ['t'],
    strategy: 'all_pass',
    failure_action: 'drop',
    log_failure: { level: 'none' },
    checks: Array.from({ length: 10 }, () => ({ type: 'sql', sql: 'SELECT 1' })),
  }
  validations.update([settings])
  return () => {
    try {
      return hooks.runFold('message.publish', message, [somePublication]) === message
    } catch {
      return false
    }
  }
}

test('a message passes its checks although other programs have the processor meanwhile', async () => {
  const publish = openWith(1)
  const hold = await holdProcess()
  const results = Array.from({ length: 10 }, publish)
  await hold.stop()
  expect(results).toEqual(Array(10).fill(true))
})

test('checks that take longer than 40 ms of processor time are ended', () => {
  const publish = openWith(20)
  expect(processorTime(() => expect(publish()).toBe(false))).toBeLessThan(100)
})
