import { createFakeClock, settle } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createResource } from './resource.ts'

/** An external system that tests can take down. */
function createSystem() {
  const log: string[] = []
  const system = { isUp: true, hangs: false, log }
  const answer = async () => {
    if (system.hangs) await new Promise(() => {})
    if (!system.isUp) throw new Error('connection refused')
  }
  const clock = createFakeClock()
  const resource = createResource<number>(
    {
      async connect() {
        await answer()
        log.push('connect')
        return log.length
      },
      check: answer,
      async close() {
        log.push('close')
      },
    },
    { clock, healthInterval: 1000, timeout: 200 },
  )
  return { system, clock, resource }
}

test('a resource that can be reached is connected when it has started', async () => {
  const { resource, system } = createSystem()
  await resource.start()
  expect(resource.state()).toMatchObject({ status: 'connected', reason: undefined })
  expect(resource.current()).toBe(1)
  await resource.stop()
  expect(resource.state().status).toBe('stopped')
  expect(system.log).toEqual(['connect', 'close'])
})

test('a resource that is down has a reason, and connects within the interval once it is back', async () => {
  const { resource, system, clock } = createSystem()
  system.isUp = false
  await resource.start()
  expect(resource.state()).toMatchObject({ status: 'disconnected', reason: 'connection refused' })
  system.isUp = true
  clock.advance(1000)
  await settle()
  expect(resource.state().status).toBe('connected')
  await resource.stop()
})

test('a lost connection is detected by the next check, closed and reopened', async () => {
  const { resource, system, clock } = createSystem()
  await resource.start()
  system.isUp = false
  clock.advance(1000)
  await settle()
  expect(resource.state().status).toBe('disconnected')
  expect(resource.current()).toBeUndefined()
  system.isUp = true
  clock.advance(1000)
  await settle()
  expect(system.log).toEqual(['connect', 'close', 'connect'])
  await resource.stop()
})

test('suspect triggers a check immediately', async () => {
  const { resource, system } = createSystem()
  await resource.start()
  system.isUp = false
  resource.suspect()
  await settle()
  expect(resource.state().status).toBe('disconnected')
  await resource.stop()
})

test('a system that does not respond fails after the timeout', async () => {
  const { resource, system, clock } = createSystem()
  system.hangs = true
  const started = resource.start()
  clock.advance(200)
  await started
  expect(resource.state()).toMatchObject({ status: 'disconnected', reason: 'no answer within 200 ms' })
  await resource.stop()
})

test('stopping does not wait for a system that does not respond', async () => {
  const { resource, system } = createSystem()
  system.hangs = true
  void resource.start()
  await resource.stop()
  expect(resource.state().status).toBe('stopped')
})

test('listeners are called once per change', async () => {
  const { resource } = createSystem()
  const statuses: string[] = []
  resource.onChange(({ status }) => statuses.push(status))
  await resource.start()
  await resource.stop()
  expect(statuses).toEqual(['connecting', 'connected', 'stopped'])
})

test('stopping aborts a running attempt', async () => {
  let attemptSignal: AbortSignal | undefined
  const resource = createResource(
    {
      connect: (signal) => {
        attemptSignal = signal
        return new Promise<never>(() => {})
      },
      check: async () => {},
      close: async () => {},
    },
    { clock: createFakeClock() },
  )
  void resource.start()
  await resource.stop()
  expect(attemptSignal?.aborted).toBe(true)
})

test('the first retries follow sooner, later ones at least once per interval', async () => {
  let attempts = 0
  const clock = createFakeClock()
  const resource = createResource(
    {
      connect: async () => {
        attempts += 1
        throw new Error('connection refused')
      },
      check: async () => {},
      close: async () => {},
    },
    { clock, healthInterval: 5000 },
  )
  await resource.start()
  for (const [wait, total] of [
    [1000, 2],
    [1999, 2],
    [1, 3],
    [4000, 4],
    [5000, 5],
    [5000, 6],
  ] as const) {
    clock.advance(wait)
    await settle()
    expect(attempts).toBe(total)
  }
  await resource.start()
  expect(attempts).toBe(7)
  await resource.stop()
  expect(clock.pending()).toBe(0)
})

test('start resolves after its timeout while the attempt continues', async () => {
  const clock = createFakeClock()
  let connect = (_: number) => {}
  const resource = createResource(
    {
      connect: () =>
        new Promise<number>((resolve) => {
          connect = resolve
        }),
      check: async () => {},
      close: async () => {},
    },
    { clock, timeout: 10_000, startTimeout: 500 },
  )
  const started = resource.start()
  clock.advance(500)
  await started
  expect(resource.state().status).toBe('connecting')
  connect(1)
  await settle()
  expect(resource.state().status).toBe('connected')
  await resource.stop()
})

test('a restart opens a new connection', async () => {
  const { resource, system } = createSystem()
  await resource.start()
  await resource.restart()
  expect(system.log).toEqual(['connect', 'close', 'connect'])
  expect(resource.state().status).toBe('connected')
  await resource.stop()
})

test('a connection that reports its loss is checked immediately', async () => {
  const clock = createFakeClock()
  let reportLoss = () => {}
  let isUp = true
  const answer = async () => {
    if (!isUp) throw new Error('closed')
  }
  const resource = createResource(
    {
      connect: answer,
      check: answer,
      close: async () => {},
      watch: (_, lost) => {
        reportLoss = lost
      },
    },
    { clock },
  )
  await resource.start()
  isUp = false
  reportLoss()
  await settle()
  expect(resource.state()).toMatchObject({ status: 'disconnected', reason: 'closed' })
  await resource.stop()
})

test('a connection that never closes delays neither stop nor the next attempt', async () => {
  const clock = createFakeClock()
  let connected = 0
  let isUp = true
  const resource = createResource<number>(
    {
      connect: async () => ++connected,
      check: async () => {
        if (!isUp) throw new Error('connection reset')
      },
      close: () => new Promise(() => {}),
    },
    { clock, healthInterval: 1000, timeout: 200 },
  )
  await resource.start()
  isUp = false
  clock.advance(1000)
  await settle()
  isUp = true
  clock.advance(200)
  await settle()
  expect(resource.state()).toMatchObject({ status: 'disconnected', reason: 'connection reset' })
  clock.advance(1000)
  await settle()
  expect([resource.state().status, connected]).toEqual(['connected', 2])
  const stopped = resource.stop()
  await settle()
  clock.advance(200)
  await stopped
  expect([resource.state().status, clock.pending()]).toEqual(['stopped', 0])
})
