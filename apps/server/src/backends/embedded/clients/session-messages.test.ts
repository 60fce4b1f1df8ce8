import type { QueuedMessageView } from '@mqdeck/broker'
import { describe, expect, it } from 'vitest'
import { toMqueueMessage, toStretch } from './session-messages.ts'

function queued(time: number, payload: string, priority = 0): QueuedMessageView {
  return {
    insertedAt: BigInt(time),
    priority,
    message: {
      id: '000660C4B60FCB97F440000012680007',
      topic: 'off/1',
      payload: Buffer.from(payload),
      qos: 1,
      retain: false,
      dup: false,
      properties: {},
      from: { clientId: 'pub-c', username: undefined, peername: undefined, protocol: 'mqtt' },
      timestamp: 1795247844608,
      expiresAt: Number.POSITIVE_INFINITY,
    },
  }
}

const queue = [queued(10, 'queued 0'), queued(11, 'queued 1'), queued(12, 'queued 2')]
const query = { payload: 'base64', max_payload_bytes: 1024, limit: 100 } as const
const read = (changes: object = {}, from = queue) => toStretch(from, { ...query, ...changes }, toMqueueMessage)

describe('the messages of a session', () => {
  it("are returned with EMQX's keys", () => {
    expect(read().data[0]).toEqual({
      topic: 'off/1',
      qos: 1,
      publish_at: 1795247844608,
      payload: 'cXVldWVkIDA=',
      msgid: '000660C4B60FCB97F440000012680007',
      mqueue_priority: 0,
      inserted_at: '10',
      from_username: 'undefined',
      from_clientid: 'pub-c',
    })
  })

  it('continue at the position of the previous page', () => {
    const first = read({ limit: 2 })
    expect(first.meta).toEqual({ start: '10_0', position: '11_0' })
    const second = read({ limit: 2, position: first.meta.position })
    expect(second.data.map(({ inserted_at }) => inserted_at)).toEqual(['12'])
    expect(read({ position: second.meta.position })).toEqual({ data: [], meta: { start: '10_0', position: '12_0' } })
  })

  it('continue after the position if its message was delivered meanwhile', () => {
    expect(read({ position: '11_0' }, [queued(12, 'x')]).data).toHaveLength(1)
  })

  it('are sorted by priority', () => {
    const mixed = [queued(20, 'a', Number.POSITIVE_INFINITY), queued(12, 'b', 5), queued(11, 'c', 0)]
    expect(read({ position: '20_infinity' }, mixed).data.map(({ inserted_at }) => inserted_at)).toEqual(['12', '11'])
    expect(read({ position: '12_5' }, mixed).data).toHaveLength(1)
  })

  it('have no position if the queue is empty', () => {
    expect(read({}, [])).toEqual({ data: [], meta: { start: 'none', position: 'none' } })
    expect(read({ position: 'end_of_data' }).data).toEqual([])
  })

  it('come without payload, as text, or as base64', () => {
    expect(read({ payload: 'plain' }).data[0]?.payload).toBe('queued 0')
    expect(read({ payload: 'none' }).data[0]).not.toHaveProperty('payload')
  })

  it('are limited by bytes, but at least one', () => {
    const page = read({ max_payload_bytes: 16 })
    expect(page.data).toHaveLength(2)
    expect(page.meta.position).toBe('11_0')
    expect(read({ max_payload_bytes: 1 }).data).toHaveLength(1)
  })

  it('reject an invalid position', () => {
    expect(() => read({ position: 'nonsense' })).toThrow('Invalid position')
  })
})
