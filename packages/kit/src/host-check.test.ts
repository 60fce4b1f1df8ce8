import { describe, expect, it } from 'vitest'
import { createHostCheck } from './host-check.ts'

describe('a server on a loopback address', () => {
  const isOwn = createHostCheck('127.0.0.1', [])
  it.each([
    'localhost',
    'localhost:18083',
    '127.0.0.1:18083',
    '[::1]:18083',
    '192.168.0.5',
    'deck.localhost',
    'server:80',
    '',
  ])('accepts %j', (host) => expect(isOwn(host)).toBe(true))
  it.each(['evil.example', 'EVIL.example:18083', 'evil.example.', 'localhost.evil.example', '127.0.0.1.evil.example'])(
    'rejects %j, which a website may have pointed at it',
    (host) => expect(isOwn(host)).toBe(false),
  )
  it('accepts allowed names and their subdomains', () => {
    const check = createHostCheck('127.0.0.1', ['Deck.example.org', '*.example.net'])
    expect(['deck.example.org:443', 'a.example.net', 'localhost'].map(check)).toEqual([true, true, true])
    expect(['example.org', 'a.deck.example.org', 'example.net', 'evil.example'].map(check)).toEqual(
      Array(4).fill(false),
    )
  })
})

it('a server on a public address accepts any name by default', () => {
  expect(createHostCheck('0.0.0.0', [])('deck.example.org')).toBe(true)
  expect(createHostCheck('0.0.0.0', ['deck.example.org'])('evil.example')).toBe(false)
})
