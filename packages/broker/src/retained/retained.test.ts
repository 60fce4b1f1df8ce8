import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { matchesFilter } from '@mqdeck/contract'
import { type Clock, openStore, type Store, silentLog, type Table } from '@mqdeck/kit'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultRetainedSettings, type RetainedSettings } from '../settings.ts'
import { createTurn } from '../turn.ts'
import type { Message } from '../types.ts'
import { createRetained } from './retained.ts'

let now = 1_000_000
const clock: Clock = { now: () => now, after: () => () => {}, every: () => () => {} }
const unlimited: RetainedSettings = { ...defaultRetainedSettings, max_payload_size: 0, max_publish_rate: undefined }
const most = (max_retained_messages: number) => ({ backend: { ...unlimited.backend, max_retained_messages } })

const open = (settings: Partial<RetainedSettings> = {}, table?: Table<Uint8Array>) =>
  createRetained({
    settings: { ...unlimited, ...settings },
    clock,
    log: silentLog,
    turn: createTurn(),
    ...(table && { table }),
  })

let serial = 0
function messageOf(topic: string, payload = 'x', changes: Partial<Message> = {}): Message {
  const id = (serial++).toString(16).toUpperCase().padStart(32, '0')
  const from = { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' }
  const rest = { qos: 1, retain: true, dup: false, properties: {}, from, timestamp: now } as const
  return { id, topic, payload: Buffer.from(payload), ...rest, expiresAt: Number.POSITIVE_INFINITY, ...changes }
}

const topicsOf = (messages: Iterable<Message | undefined>) => [...messages].flatMap((message) => message?.topic ?? [])

describe('createRetained', () => {
  test('keeps the last message of a topic [MQTT-3.3.1-5]', () => {
    const retained = open()
    expect(retained.store(messageOf('a', 'one')).outcome).toBe('stored')
    retained.store(messageOf('a', 'two'))
    expect(retained.count).toBe(1)
    expect(String(retained.get('a')?.payload)).toBe('two')
  })

  test('an empty payload deletes the message and is not stored [MQTT-3.3.1-6] [MQTT-3.3.1-7]', () => {
    const retained = open()
    retained.store(messageOf('a'))
    expect(retained.store(messageOf('a', '')).outcome).toBe('deleted')
    expect(retained.store(messageOf('b', '')).outcome).toBe('deleted')
    expect(retained.count).toBe(0)
    expect(topicsOf(retained.match('#'))).toEqual([])
  })

  test('a small payload does not keep its network chunk in memory', () => {
    const retained = open()
    const chunk = Buffer.alloc(100_000)
    retained.store({ ...messageOf('a'), payload: chunk.subarray(0, 10) })
    expect(retained.get('a')?.payload.buffer.byteLength).toBe(10)
  })

  test('wildcards match oldest first, and server topics only by name [MQTT-4.7.2-1]', () => {
    const retained = open()
    for (const topic of ['a/b', '$SYS/x', 'a', '/', 'a/b/c']) retained.store(messageOf(topic))
    expect(topicsOf(retained.match('#'))).toEqual(['a/b', 'a', '/', 'a/b/c'])
    expect(topicsOf(retained.match('a/#'))).toEqual(['a/b', 'a', 'a/b/c'])
    expect(topicsOf(retained.match('+/b'))).toEqual(['a/b'])
    expect(topicsOf(retained.match('+/+'))).toEqual(['a/b', '/'])
    expect(topicsOf(retained.match('$SYS/#'))).toEqual(['$SYS/x'])
    expect(topicsOf(retained.match('+/x'))).toEqual([])
    expect(topicsOf(retained.match('a/b'))).toEqual(['a/b'])
    expect(topicsOf(retained.all())).toEqual(['a/b', '$SYS/x', 'a', '/', 'a/b/c'])
  })

  test('matches as defined in 4.7 after any sequence of changes', () => {
    const name = fc.array(fc.constantFrom('a', 'b', '', '$s'), { minLength: 1, maxLength: 4 })
    const topic = name.map((levels) => levels.join('/')).filter((text) => text !== '')
    const filter = fc
      .tuple(fc.array(fc.constantFrom('a', 'b', '', '$s', '+'), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([levels, isOpen]) => (isOpen ? [...levels, '#'] : levels).join('/'))
    const step = fc.record({ add: fc.boolean(), topic, filter: fc.oneof(filter, fc.constant('#')) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const retained = open()
        const expected = new Set<string>()
        for (const { add, topic: text, filter: by } of steps) {
          retained.store(messageOf(text, add ? 'x' : ''))
          if (add) expected.add(text)
          else expected.delete(text)
          expect(topicsOf(retained.match(by)).sort()).toEqual(
            [...expected].filter((one) => matchesFilter(by, one)).sort(),
          )
        }
      }),
      { numRuns: 300 },
    )
  })

  test('expired messages are not found and a sweep deletes them [MQTT-3.3.2-5]', async () => {
    const retained = open()
    retained.store(messageOf('a', 'x', { expiresAt: now + 1000 }))
    retained.store(messageOf('b'))
    expect(await retained.sweep()).toBe(0)
    now += 1000
    expect(retained.get('a')).toBeUndefined()
    expect(topicsOf(retained.match('#'))).toEqual(['b'])
    expect(topicsOf(retained.all())).toEqual(['b'])
    expect(await retained.sweep()).toBe(1)
    expect(retained.count).toBe(1)
  })

  test('the configured expiry applies to messages without their own', () => {
    const retained = open({ msg_expiry_interval: 5000 })
    retained.store(messageOf('a'))
    retained.store(messageOf('b', 'x', { expiresAt: now + 9000 }))
    now += 5000
    expect(topicsOf(retained.match('#'))).toEqual(['b'])
    retained.updateSettings({ ...unlimited, msg_expiry_interval: 0 })
    expect(topicsOf(retained.match('#'))).toEqual(['a', 'b'])
  })

  test('returns the expiry time by the present settings', () => {
    const retained = open({ msg_expiry_interval: 5000 })
    const [own, none] = [messageOf('a', 'x', { expiresAt: now + 9000 }), messageOf('b')]
    expect([retained.expiryOf(own), retained.expiryOf(none)]).toEqual([now + 9000, now + 5000])
    retained.updateSettings({ ...unlimited, msg_expiry_interval_override: 1000 })
    expect([retained.expiryOf(own), retained.expiryOf(none)]).toEqual([now + 1000, Number.POSITIVE_INFINITY])
  })

  test('a message that replaces another becomes the newest', () => {
    const retained = open()
    for (const topic of ['a', 'b', 'a']) retained.store(messageOf(topic))
    expect(topicsOf(retained.all())).toEqual(['b', 'a'])
  })

  test('the limits refuse new topics and large payloads and keep stored messages', () => {
    const retained = open({ ...most(1), max_payload_size: 3 })
    retained.store(messageOf('a', '123'))
    expect(retained.store(messageOf('b')).outcome).toBe('full')
    expect(retained.store(messageOf('a', '1234')).outcome).toBe('too_large')
    expect(String(retained.get('a')?.payload)).toBe('123')
    expect(retained.store(messageOf('a', '456')).outcome).toBe('stored')
    expect(retained.store(messageOf('a', '')).outcome).toBe('deleted')
    expect(retained.store(messageOf('b')).outcome).toBe('stored')
  })
})

describe('createRetained with a table', () => {
  let folder: string | undefined
  let store: Store | undefined

  const openTable = async () => {
    folder ??= await mkdtemp(join(tmpdir(), 'retained-'))
    await store?.close()
    store = openStore(folder)
    return store.table<Uint8Array>('retained', { binary: true })
  }

  afterEach(async () => {
    await store?.close()
    if (folder !== undefined) await rm(folder, { recursive: true })
    store = undefined
    folder = undefined
  })

  test('committed messages exist after a restart', async () => {
    const first = open({}, await openTable())
    const long = `long/${'ä'.repeat(30_000)}`
    const kept = messageOf('a', 'kept', { properties: { contentType: 'x', userProperties: [['k', 'v']] } })
    await first.store(kept).committed
    await first.store(messageOf(long)).committed
    await first.store(messageOf('0-younger')).committed
    await first.store(messageOf('gone')).committed
    await first.store(messageOf('gone', '')).committed
    await first.store(messageOf('expired', 'x', { expiresAt: now + 1 })).committed
    now += 1
    const second = open({}, await openTable())
    expect(second.get('a')).toEqual(kept)
    expect(topicsOf(second.match('#'))).toEqual(['a', long, '0-younger'])
    expect(topicsOf(second.all())).toEqual(['a', long, '0-younger'])
    expect(second.count).toBe(3)
  })

  test('clear and delete remove messages from disk', async () => {
    const first = open({}, await openTable())
    await Promise.all(['a', 'b', 'c'].map((topic) => first.store(messageOf(topic)).committed))
    await first.delete('a')
    expect(first.delete('a')).toBeUndefined()
    const table = await openTable()
    const second = open({}, table)
    expect(second.count).toBe(2)
    await second.clear()
    expect(second.count).toBe(0)
    expect(table.count()).toBe(0)
  })

  test('a second deletion is not committed before the first', async () => {
    const removals: (() => void)[] = []
    const table: Table<Uint8Array> = {
      get: () => undefined,
      put: async () => {},
      remove: () => new Promise((resolve) => removals.push(resolve)),
      entries: () => [],
      count: () => 0,
    }
    const retained = open({}, table)
    retained.store(messageOf('a'))
    const order: string[] = []
    const first = retained.store(messageOf('a', '')).committed?.then(() => order.push('first'))
    const second = retained.store(messageOf('a', '')).committed?.then(() => order.push('second'))
    await new Promise(setImmediate)
    expect(order).toEqual([])
    removals[0]?.()
    await Promise.all([first, second])
    expect([order, removals.length]).toEqual([['first', 'second'], 1])
    expect(retained.store(messageOf('a', '')).committed).toBeUndefined()
  })

  test('an unreadable message is deleted and the others are kept', async () => {
    const table = await openTable()
    await table.put('broken', Buffer.from('no message'))
    await open({}, table).store(messageOf('a')).committed
    expect(topicsOf(open({}, table).match('#'))).toEqual(['a'])
  })

  test('a failed write is reported to the caller', async () => {
    const failing: Table<Uint8Array> = {
      get: () => undefined,
      put: () => Promise.reject(new Error('disk full')),
      remove: () => Promise.reject(new Error('disk full')),
      entries: () => [],
      count: () => 0,
    }
    const retained = open({}, failing)
    await expect(retained.store(messageOf('a')).committed).rejects.toThrow('disk full')
    await expect(retained.delete('a')).rejects.toThrow('disk full')
    retained.store(messageOf('b', 'x', { expiresAt: now + 1 })).committed?.catch(() => {})
    now += 1
    expect(await retained.sweep()).toBe(1)
  })
})
