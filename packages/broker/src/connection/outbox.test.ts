import { beforeEach, describe, expect, test } from 'vitest'
import type { Transport } from '../listeners/transport.ts'
import { createMetrics } from '../metrics.ts'
import { createTraffic } from '../session/traffic.ts'
import { createTurn } from '../turn.ts'
import { Outbox } from './outbox.ts'

const highWaterMark = 1024 * 1024

let tasks: (() => void)[]
let written: string[]
let inSocket: number
let flushes: number
let outbox: Outbox
const metrics = createMetrics()

beforeEach(() => {
  tasks = []
  written = []
  inSocket = 0
  flushes = 0
  outbox = create()
})

const create = () =>
  new Outbox(
    transport,
    { ...createTurn(), schedule: (task) => tasks.push(task) },
    metrics,
    createTraffic(),
    highWaterMark,
    () => {
      flushes += 1
    },
  )

const transport: Transport = {
  peer: { host: '', port: 0, certificate: undefined, serverName: undefined },
  get pendingBytes() {
    return inSocket
  },
  listen: () => {},
  write: (bytes) => written.push(Buffer.from(bytes).toString()),
  pause: () => {},
  resume: () => {},
  end: () => {},
  destroy: () => {},
}

const endTurn = () => {
  for (const task of tasks.splice(0)) task()
}

describe('a turn of the event loop', () => {
  test('packets are written together, once', () => {
    for (const text of ['a', 'b', 'c']) outbox.push(Buffer.from(text))
    expect([tasks.length, written]).toEqual([1, []])
    endTurn()
    expect([written, flushes]).toEqual([['abc'], 1])
    outbox.push(Buffer.from('d'))
    endTurn()
    expect(written).toEqual(['abc', 'd'])
  })

  test('two clients with the same packets get the same bytes, others their own', () => {
    const [a, b] = [Buffer.from('aa'), Buffer.from('bb')]
    const other = create()
    const third = create()
    for (const one of [outbox, other]) for (const part of [a, b]) one.push(part)
    for (const part of [b, a]) third.push(part)
    endTurn()
    expect(written).toEqual(['aabb', 'aabb', 'bbaa'])
  })

  test('it is congested beyond the high-water mark until the socket has drained', () => {
    outbox.push(Buffer.alloc(highWaterMark))
    expect(outbox.congested).toBe(false)
    outbox.push(Buffer.alloc(1))
    expect(outbox.congested).toBe(true)
    inSocket = highWaterMark + 1
    endTurn()
    expect([outbox.congested, flushes]).toEqual([true, 0])
    outbox.drained()
    expect(outbox.congested).toBe(false)
  })
})

describe('what waits for the disk', () => {
  const commit = () => {
    let settle: (safe: boolean) => void = () => {}
    return {
      whenSafe: (done: (safe: boolean) => void) => {
        settle = done
      },
      settle: (safe: boolean) => settle(safe),
    }
  }

  test('[MQTT-4.6.0-2] keeps its order, whatever is safe first', () => {
    const order: string[] = []
    const [first, third] = [commit(), commit()]
    outbox.defer(
      first,
      () => order.push('first'),
      () => {},
    )
    outbox.defer(
      undefined,
      () => order.push('second'),
      () => {},
    )
    outbox.defer(
      third,
      () => {},
      () => order.push('third refused'),
    )
    third.settle(false)
    expect([order, outbox.deferred]).toEqual([[], 3])
    first.settle(true)
    expect([order, outbox.deferred]).toEqual([['first', 'second', 'third refused'], 0])
  })

  test('is forgotten when the connection is closed', () => {
    const waiting = commit()
    outbox.defer(
      waiting,
      () => expect.unreachable(),
      () => expect.unreachable(),
    )
    outbox.close()
    waiting.settle(true)
    outbox.push(Buffer.from('late'))
    endTurn()
    expect(written).toEqual([])
  })
})
