import { beforeEach, describe, expect, test } from 'vitest'
import type { Transport } from '../listeners/transport.ts'
import { createMetrics } from '../metrics.ts'
import { createTraffic } from '../session/traffic.ts'
import { createTurn } from '../turn.ts'
import { Outbox } from './outbox.ts'
import { createPacketJoiner } from './packet-joiner.ts'

const highWaterMark = 1024 * 1024

let tasks: (() => void)[]
let written: string[]
let inSocket: number
let flushes: number
let lateCommits: number
let unsent: number
let outbox: Outbox
const metrics = createMetrics()

beforeEach(() => {
  tasks = []
  written = []
  inSocket = 0
  flushes = 0
  lateCommits = 0
  unsent = 0
  outbox = create()
})

const create = (to = transport) => {
  const turn = { ...createTurn(), schedule: (task: () => void) => void tasks.push(task) }
  const held = {
    addUnsent: (bytes: number) => {
      unsent += bytes
    },
  }
  const ports = { turn, metrics, held, packetJoiner: createPacketJoiner() }
  return new Outbox(
    to,
    ports,
    createTraffic(),
    highWaterMark,
    () => {
      flushes += 1
    },
    () => {
      lateCommits += 1
    },
  )
}

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

  test('acknowledgements are written before messages, in the same write', () => {
    outbox.push(Buffer.from('message'))
    outbox.pushAck(Buffer.from('ack1 '))
    outbox.pushAck(Buffer.from('ack2 '))
    endTurn()
    expect(written).toEqual(['ack1 ack2 message'])
  })

  test('[MQTT-3.2.0-1] acknowledgements overtake neither CONNACK nor messages before another packet', () => {
    outbox.pushControl(Buffer.from('connack '))
    outbox.pushAck(Buffer.from('pubrel '))
    outbox.push(Buffer.from('message1 '))
    outbox.pushControl(Buffer.from('suback '))
    outbox.push(Buffer.from('message2 '))
    outbox.pushAck(Buffer.from('puback '))
    outbox.pushControl(Buffer.from('disconnect'))
    endTurn()
    expect(written).toEqual(['connack pubrel message1 suback puback message2 disconnect'])
  })

  test('many packets are written in slices of 64 KiB', () => {
    for (let count = 0; count < 300; count += 1) outbox.push(Buffer.alloc(1000, 'x'))
    endTurn()
    expect(written.map(({ length }) => length)).toEqual([65_000, 65_000, 65_000, 65_000, 40_000])
  })

  test('packets that follow each other in one buffer are written without a copy', () => {
    // Not a part of the pool of Node.js, which is larger than what is kept for a small part.
    const chunk = Buffer.alloc(6, 'aabbcc')
    const writes: Uint8Array[] = []
    const direct = create({ ...transport, write: (bytes) => writes.push(bytes) })
    for (const start of [0, 2, 4]) direct.push(chunk, start, start + 2)
    endTurn()
    expect(writes).toEqual([chunk])
    expect(writes[0]?.buffer).toBe(chunk.buffer)
  })

  test('a small part of a large buffer does not keep the whole buffer in memory', () => {
    const writes: Uint8Array[] = []
    const direct = create({ ...transport, write: (bytes) => writes.push(bytes) })
    direct.push(Buffer.alloc(65_536), 100, 110)
    endTurn()
    expect(writes[0]?.buffer.byteLength).toBe(10)
  })

  test('packets are written separately if the transport requires it', () => {
    const writes: number[] = []
    const separate = create({ ...transport, writeEach: (packets) => writes.push(packets.length) })
    const chunk = Buffer.from('aabbcc')
    for (const start of [0, 2, 4]) separate.push(chunk, start, start + 2)
    endTurn()
    expect(writes).toEqual([3])
  })

  test('unsent bytes are counted until the socket drains or the connection is closed', () => {
    inSocket = 7
    outbox.push(Buffer.alloc(10))
    endTurn()
    expect(unsent).toBe(7)
    inSocket = 3
    outbox.refresh()
    expect(unsent).toBe(3)
    outbox.close()
    expect(unsent).toBe(0)
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
    outbox.onDrain()
    expect(outbox.congested).toBe(false)
  })
})

describe('deferred acknowledgements', () => {
  const commit = () => {
    let settle: (safe: boolean) => void = () => {}
    return {
      whenSafe: (done: (safe: boolean) => void) => {
        settle = done
      },
      settle: (safe: boolean) => settle(safe),
    }
  }

  test('[MQTT-4.6.0-2] keep their order, regardless of which commit is safe first', () => {
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

  test('are reported when the disk does not answer in time', () => {
    let late = () => {}
    outbox.defer(
      {
        whenSafe: (_, isLate = () => {}) => {
          late = isLate
        },
      },
      () => expect.unreachable(),
      () => expect.unreachable(),
    )
    late()
    expect([lateCommits, outbox.deferred]).toEqual([1, 1])
  })

  test('are discarded when the connection is closed', () => {
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
