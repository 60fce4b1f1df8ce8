import { expect, test } from 'vitest'
import { structsOf } from './catalog.ts'
import { createRedact, reasonOf } from './reason.ts'

const config = structsOf('connector', 'mqtt')?.config

test('secrets of the settings are removed from texts at any position', () => {
  const redact = createRedact(config, {
    server: { host: 'h', port: 1 },
    username: 'u',
    password: 'pa55',
    ssl: { password: 'pa55word' },
    static_clientids: [{ node: 'n', ids: ['a', { clientid: 'b', password: 'third' }] }],
  })
  expect(redact('u pa55 pa55word third b')).toBe('u ****** ****** ****** b')
})

test('reasons use the words of EMQX if it has any, and contain no secrets', () => {
  const redact = createRedact(config, { password: 'pa55' })
  expect(reasonOf(new Error('connect ECONNREFUSED 127.0.0.1:1'), redact)).toBe('Connection refused')
  expect(reasonOf(new Error("no such thing as 'pa55'"), redact)).toBe("no such thing as '******'")
})
