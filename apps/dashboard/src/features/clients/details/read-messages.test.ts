import { describe, expect, test } from 'vitest'
import { portionLength, readPortion } from './read-messages.ts'

interface Message {
  readonly id: number
  readonly payload: string
}

/** A queue of a broker: positions are numbers, a response has at most `most` messages, and the end has a position too. */
function queueOf(count: number, { most = Number.POSITIVE_INFINITY, payload = 'AAAA' } = {}) {
  const asked: (string | undefined)[] = []
  const messages = Array.from({ length: count }, (_, id): Message => ({ id, payload }))
  const ask = ({ position, limit }: { readonly position?: string; readonly limit: number }) => {
    asked.push(position)
    const from = position === undefined ? 0 : Number(position)
    const data = messages.slice(from, from + Math.min(limit, most))
    const start = count > 0 ? '0' : 'none'
    return Promise.resolve({ data, meta: { start, position: count > 0 ? String(from + data.length) : 'none' } })
  }
  return { ask, asked }
}

const megabyte = 'A'.repeat(4 * Math.ceil(1024 ** 2 / 3))

describe('a portion of a queue', () => {
  test('ends with the queue, although the broker returns a position after the last message', async () => {
    const { items, next } = await readPortion(queueOf(7).ask, undefined)
    expect(items).toHaveLength(7)
    expect(next).toBeUndefined()
  })

  test('of an empty queue is empty after one request', async () => {
    const { ask, asked } = queueOf(0)
    expect(await readPortion(ask, undefined)).toEqual({ items: [], next: undefined })
    expect(asked).toHaveLength(1)
  })

  test('does not end at a short response', async () => {
    const { items, next } = await readPortion(queueOf(7, { most: 1 }).ask, undefined)
    expect(items.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(next).toBeUndefined()
  })

  test('has at most a hundred messages and the position to continue from', async () => {
    const { ask } = queueOf(150, { most: 60 })
    const first = await readPortion(ask, undefined)
    expect(first).toMatchObject({ items: { length: portionLength }, next: '100' })
    const second = await readPortion(ask, first.next)
    expect(second.items).toHaveLength(50)
    expect(second.next).toBeUndefined()
  })

  test('ends after a first message of one megabyte, with the position to continue from', async () => {
    const { ask } = queueOf(3, { most: 1, payload: megabyte })
    const first = await readPortion(ask, undefined)
    expect(first).toMatchObject({ items: { length: 1 }, next: '1' })
    expect((await readPortion(ask, first.next)).items[0]?.id).toBe(1)
  })

  test('ends when the broker repeats a position', async () => {
    const ask = () => Promise.resolve({ data: [{ payload: 'AAAA' }], meta: { start: 'a', position: 'a' } })
    const { items, next } = await readPortion(ask, 'a')
    expect(items).toHaveLength(1)
    expect(next).toBeUndefined()
  })

  test.each(['end_of_data', 'none', undefined])('ends at the position %s', async (position) => {
    const ask = () => Promise.resolve({ data: [{ payload: '' }], meta: { start: 'a', position } })
    expect(await readPortion(ask, undefined)).toMatchObject({ items: { length: 1 }, next: undefined })
  })
})
