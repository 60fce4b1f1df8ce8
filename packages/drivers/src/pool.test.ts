import { expect, test } from 'vitest'
import { AnswerError } from './errors.ts'
import { createPool } from './pool.ts'

/** Connections are numbers; the test decides when they open and what becomes of the work. */
function createStage(size: number) {
  const opening: { resolve(): void; reject(error: Error): void }[] = []
  const losses = new Map<number, () => void>()
  const destroyed: number[] = []
  let count = 0
  const pool = createPool<number>(
    {
      open: (onLost) =>
        new Promise((resolve, reject) => {
          const resolveNext = () => {
            count += 1
            losses.set(count, onLost)
            resolve(count)
          }
          opening.push({ resolve: resolveNext, reject })
        }),
      destroy: (connection) => destroyed.push(connection),
    },
    size,
  )
  const openNext = () => opening.shift()?.resolve()
  return { pool, opening, openNext, destroyed, lose: (connection: number) => losses.get(connection)?.() }
}

const long = 60_000
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const itself = async (connection: number) => connection

test('connections are opened on demand up to the limit, and reused', async () => {
  const { pool, opening, openNext } = createStage(2)
  const finish: (() => void)[] = []
  const work = (connection: number) => new Promise<number>((resolve) => finish.push(() => resolve(connection)))
  const all = [pool.use(long, work), pool.use(long, work), pool.use(long, work)]
  expect(opening).toHaveLength(2)
  openNext()
  openNext()
  await settle()
  expect(finish).toHaveLength(2)
  finish[1]?.()
  await settle()
  finish[0]?.()
  finish[2]?.()
  expect(await Promise.all(all)).toEqual([1, 2, 2])
  expect(opening).toHaveLength(0)
  expect([1, 2]).toContain(await pool.use(long, itself))
})

test('a call that takes too long is cancelled, and its connection is closed and not reused', async () => {
  const { pool, openNext, destroyed } = createStage(1)
  const late = pool.use(1, () => new Promise(() => {}))
  openNext()
  await expect(late).rejects.toThrow('no answer within 1 ms')
  const next = pool.use(long, itself)
  await settle()
  openNext()
  expect(await next).toBe(2)
  expect(destroyed).toEqual([1])
})

test('the timeout includes waiting for a connection, and a late connection is used by the next caller', async () => {
  const { pool, opening, openNext } = createStage(1)
  await expect(pool.use(1, itself)).rejects.toThrow('no answer within 1 ms')
  const next = pool.use(long, itself)
  expect(opening).toHaveLength(1)
  openNext()
  expect(await next).toBe(1)
})

test('an error response keeps the connection, and any other error closes it', async () => {
  const { pool, openNext, destroyed } = createStage(1)
  const refused = pool.use(long, () => Promise.reject(new AnswerError('no such table')))
  openNext()
  await expect(refused).rejects.toThrow('no such table')
  expect(await pool.use(long, itself)).toBe(1)
  await expect(pool.use(long, () => Promise.reject(new Error('reset')))).rejects.toThrow('reset')
  expect(destroyed).toEqual([1])
})

test('a failed connection rejects one waiting caller, and the others get another attempt', async () => {
  const { pool, opening, openNext } = createStage(1)
  const [first, second] = [pool.use(long, itself), pool.use(long, itself)]
  opening.shift()?.reject(new Error('connection refused'))
  await expect(first).rejects.toThrow('connection refused')
  openNext()
  expect(await second).toBe(1)
})

test('an idle connection that was lost is not reused', async () => {
  const { pool, openNext, lose } = createStage(1)
  const first = pool.use(long, itself)
  openNext()
  await first
  lose(1)
  const second = pool.use(long, itself)
  openNext()
  expect(await second).toBe(2)
})

test('closing rejects waiting callers and closes open and opening connections', async () => {
  const { pool, openNext, destroyed } = createStage(2)
  const working = pool.use(long, () => new Promise(() => {}))
  openNext()
  await settle()
  const waiting = pool.use(long, itself)
  const refused = [working, waiting].map((one) => expect(one).rejects.toThrow('closed'))
  pool.close()
  await Promise.all(refused)
  openNext()
  await settle()
  expect(destroyed).toEqual([1, 2])
  await expect(pool.use(long, itself)).rejects.toThrow('closed')
})

test('an aborted call is rejected, and the connection that it used is closed', async () => {
  const { pool, openNext, destroyed } = createStage(1)
  const [first, second] = [new AbortController(), new AbortController()]
  const working = pool.use(long, () => new Promise(() => {}), first.signal)
  const waiting = pool.use(long, itself, second.signal)
  openNext()
  await settle()
  second.abort()
  await expect(waiting).rejects.toThrow('given up')
  expect(destroyed).toEqual([])
  first.abort()
  await expect(working).rejects.toThrow('given up')
  expect(destroyed).toEqual([1])
  await expect(pool.use(long, itself, first.signal)).rejects.toThrow('given up')
})
