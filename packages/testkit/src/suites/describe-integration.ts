import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../deadline.ts'

type Settings = Readonly<Record<string, unknown>>
type Data = Readonly<Record<string, unknown>>
type Part = 'connector' | 'action' | 'source'

/** A connector `c` with an action `a` and a source `s`, as bodies of POST requests without `type` and `name`. */
export interface SettingsUnderTest {
  readonly connector: Settings
  readonly action?: Settings
  readonly source?: Settings
}

/** Result of a request, as reported by integrations (`RequestEnd`). */
export interface OutcomeUnderTest {
  readonly result: string
  readonly reason?: string
}

/** Running integrations (`createWorld` in the tests of integrations). */
export interface IntegrationWorld {
  /** Replaces the connector, action and source. Parses the settings as the server does. */
  apply(settings: SettingsUnderTest): Promise<void>
  state(part: Part): { readonly status: string; readonly reason: string } | undefined
  run(part: Part, operation: 'start' | 'stop' | 'restart'): Promise<void>
  /** Rejects with the reason. */
  probe(part: Part, settings: Settings): Promise<void>
  send(data: Data): Promise<OutcomeUnderTest>
  metrics(part: 'action' | 'source'): Readonly<Record<string, number>>
  /** Messages from sources so far. */
  messages(): readonly Data[]
  /** Everything that was logged and reported to observers. */
  told(): string
  /** Simulates a restart of the process with the same disk and no configuration. */
  reopen(): Promise<void>
  close(): Promise<void>
}

export interface IntegrationStage {
  readonly world: () => Promise<IntegrationWorld>
  /** Bodies of POST requests without `type` and `name`. Suites shorten the health check interval themselves. */
  readonly connector: Settings
  readonly action?: {
    readonly parameters: Settings
    /** For types whose parameters configure the buffer: the parameters that correspond to these `resource_opts`. */
    readonly parametersFor?: (options: Settings) => Settings
    /** Data that arrives with the mark. */
    readonly data: (mark: string) => Data
    /** Marks that have arrived so far, in order. One may have arrived twice. */
    readonly received: () => Promise<readonly string[]>
    /** True if requests are sent in batches. */
    readonly batches?: boolean
    /** Data that the server or rendering rejects permanently. Missing if there is none. */
    readonly refused?: () => Data
    /** The server closes the connection when it rejects a request: other requests in flight are sent again. */
    readonly refusalEndsConnection?: boolean
  }
  readonly source?: {
    readonly parameters: Settings
    /** Makes the server send a message with this mark. */
    readonly publish: (mark: string) => Promise<void>
    readonly markOf: (message: Data) => string
  }
  /** Kills the server, or disconnects it from the network. */
  readonly down: () => Promise<void>
  /** Starts the same server at the same address again. */
  readonly up: () => Promise<void>
  /** Secrets in `connector` that must not be revealed. */
  readonly secrets?: readonly string[]
  /** Changes the connector so that the server rejects it, e.g. a wrong password. */
  readonly wrong?: Settings
  readonly close: () => Promise<void>
}

/** Requirements for every type of integration. Runs against the real server. */
export function describeIntegration(name: string, open: () => Promise<IntegrationStage>): void {
  describe(`integration with ${name}`, () => {
    let stage: IntegrationStage
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage?.close())

    let count = 0
    const marks = (how: number) => Array.from({ length: how }, () => `m${++count}`)
    const quick = { health_check_interval: '200ms' }
    const connectorWith = (changes: Settings = {}): Settings => ({
      ...stage.connector,
      ...changes,
      resource_opts: { ...quick, start_timeout: '5s' },
    })
    const actionWith = (options: Settings = {}): Settings => {
      const { parameters = {}, parametersFor } = stage.action ?? {}
      return parametersFor
        ? { connector: 'c', parameters: { ...parameters, ...parametersFor(options) }, resource_opts: quick }
        : { connector: 'c', parameters, resource_opts: { ...quick, ...options } }
    }
    const all = (options?: Settings): SettingsUnderTest => ({
      connector: connectorWith(),
      ...(stage.action && { action: actionWith(options) }),
      ...(stage.source && { source: { connector: 'c', parameters: stage.source.parameters, resource_opts: quick } }),
    })
    const opened = async (settings?: SettingsUnderTest) => {
      const world = await stage.world()
      onTestFinished(async () => {
        await stage.up()
        await world.close()
      })
      if (settings) await world.apply(settings)
      return world
    }
    const becomes = (world: IntegrationWorld, part: Part, status: string) =>
      eventually(
        () => world.state(part)?.status === status,
        () => `Waited for the ${part} to be ${status}, it is ${JSON.stringify(world.state(part))}`,
      )
    const works = async (world: IntegrationWorld) => {
      for (const part of ['connector', stage.action && 'action', stage.source && 'source'] as const)
        if (part) await becomes(world, part, 'connected')
    }
    const arrive = async (wanted: readonly string[]) =>
      eventually(
        async () => {
          const there = new Set(await stage.action?.received())
          return wanted.every((mark) => there.has(mark))
        },
        () => `Waited for ${wanted.length} requests to arrive`,
      )

    test('connector, action and source are connected', async () => {
      const world = await opened(all())
      await works(world)
      expect(world.state('connector')?.reason).toBe('')
    })

    test('starting and stopping can be repeated', async () => {
      const world = await opened(all())
      await world.run('connector', 'start')
      await world.run('connector', 'start')
      await works(world)
      await world.run('connector', 'stop')
      await world.run('connector', 'stop')
      expect(world.state('connector')?.status).toBe('stopped')
      for (const part of ['action', 'source'] as const)
        if (world.state(part))
          expect(world.state(part)).toMatchObject({ status: 'disconnected', reason: 'Resource not operational' })
      await world.run('connector', 'restart')
      await works(world)
    })

    test('a stopped server is detected, and a restarted one, too', async () => {
      const world = await opened(all())
      await works(world)
      await stage.down()
      await becomes(world, 'connector', 'disconnected')
      expect(world.state('connector')?.reason).toMatch(/./)
      if (stage.action)
        expect(world.state('action')).toMatchObject({ status: 'disconnected', reason: 'Resource not operational' })
      await stage.up()
      await works(world)
    })

    test('an unreachable server does not prevent the start, and a test returns the reason', async () => {
      await stage.down()
      const world = await opened(all())
      expect(world.state('connector')?.status).not.toBe('connected')
      await expect(world.probe('connector', connectorWith())).rejects.toThrow(/./)
      await stage.up()
      await works(world)
      await world.probe('connector', connectorWith())
      if (stage.action) await world.probe('action', actionWith())
    })

    test('requests arrive and are counted', async () => {
      if (!stage.action) return
      const { data } = stage.action
      const world = await opened(all())
      await works(world)
      const sent = marks(20)
      const outcomes = await Promise.all(sent.map((mark) => world.send(data(mark))))
      expect(outcomes.map(({ result, reason }) => [result, reason])).toEqual(sent.map(() => ['success', undefined]))
      await arrive(sent)
      expect(world.metrics('action')).toMatchObject({
        matched: 20,
        success: 20,
        failed: 0,
        dropped: 0,
        queuing: 0,
        inflight: 0,
      })
    })

    test('in sync mode with one worker requests arrive in order', async () => {
      if (!stage.action) return
      const { data, received } = stage.action
      const world = await opened(all({ query_mode: 'sync', worker_pool_size: 1 }))
      await works(world)
      const sent = marks(20)
      await Promise.all(sent.map((mark) => world.send(data(mark))))
      await arrive(sent)
      const wanted = new Set(sent)
      expect((await received()).filter((mark) => wanted.has(mark))).toEqual(sent)
    })

    test('batches arrive complete', async () => {
      if (!stage.action?.batches) return
      const { data } = stage.action
      const world = await opened(all({ batch_size: 10, batch_time: '20ms', worker_pool_size: 1 }))
      await works(world)
      const sent = marks(45)
      const outcomes = await Promise.all(sent.map((mark) => world.send(data(mark))))
      expect(outcomes.map(({ result, reason }) => [result, reason])).toEqual(sent.map(() => ['success', undefined]))
      await arrive(sent)
    })

    test('requests that are buffered while the server is down arrive when it is back', async () => {
      if (!stage.action) return
      const { data } = stage.action
      const world = await opened(all({ request_ttl: 'infinity' }))
      await works(world)
      const sent = marks(60)
      const outcomes: Promise<OutcomeUnderTest>[] = []
      const sendSome = (from: number, to: number) => {
        for (const mark of sent.slice(from, to)) outcomes.push(world.send(data(mark)))
      }
      // Some requests are in flight when it happens.
      sendSome(0, 20)
      const isDown = stage.down()
      sendSome(20, 40)
      await isDown
      await becomes(world, 'action', 'disconnected')
      sendSome(40, 60)
      expect(world.metrics('action').queuing).toBeGreaterThanOrEqual(20)
      await stage.up()
      expect((await Promise.all(outcomes)).map(({ result, reason }) => [result, reason])).toEqual(
        sent.map(() => ['success', undefined]),
      )
      await arrive(sent)
      expect(world.metrics('action')).toMatchObject({ success: 60, failed: 0, dropped: 0, queuing: 0, inflight: 0 })
    })

    test('buffered requests survive a change of the connector', async () => {
      if (!stage.action) return
      const { data } = stage.action
      const world = await opened(all())
      await works(world)
      await stage.down()
      await becomes(world, 'action', 'disconnected')
      const [mark = ''] = marks(1)
      const outcome = world.send(data(mark))
      await world.apply({
        ...all(),
        connector: { ...connectorWith(), resource_opts: { ...quick, start_timeout: '1s' } },
      })
      await stage.up()
      expect(await outcome).toMatchObject({ result: 'success' })
      await arrive([mark])
    })

    test('requests buffered on the disk survive a restart of the process', async () => {
      if (!stage.action) return
      const { data } = stage.action
      const settings = all({ buffer_mode: 'disk', request_ttl: 'infinity' })
      const world = await opened(settings)
      await works(world)
      await stage.down()
      await becomes(world, 'action', 'disconnected')
      const sent = marks(10)
      for (const mark of sent) void world.send(data(mark))
      await world.reopen()
      await world.apply(settings)
      expect(world.metrics('action').queuing).toBe(10)
      await stage.up()
      await arrive(sent)
    })

    test('permanently rejected requests are dropped immediately, and do not delay the next one', async () => {
      const { refused, data, refusalEndsConnection = false } = stage.action ?? {}
      if (!refused || !data) return
      const world = await opened(all({ worker_pool_size: 1 }))
      await works(world)
      const [mark = ''] = marks(1)
      const bad = world.send(refused())
      const good = world.send(data(mark))
      expect(await bad).toMatchObject({ result: 'failed', reason: expect.stringMatching(/./) })
      expect(await good).toMatchObject({ result: 'success' })
      // Explains an additional attempt.
      expect(world.metrics('action'), world.told()).toMatchObject({ failed: 1, success: 1 })
      if (!refusalEndsConnection) expect(world.metrics('action').retried, world.told()).toBe(0)
    })

    test('empty data does not block and does no harm', async () => {
      if (!stage.action) return
      const world = await opened(all({ request_ttl: '2s' }))
      await works(world)
      const outcome = await world.send({})
      expect(['success', 'failed', 'discarded']).toContain(outcome.result)
      const [mark = ''] = marks(1)
      expect(await world.send(stage.action.data(mark))).toMatchObject({ result: 'success' })
    })

    test('messages arrive, also after an outage of the server', async () => {
      if (!stage.source) return
      const { publish, markOf } = stage.source
      const world = await opened(all())
      await works(world)
      const comes = async () => {
        const [mark = ''] = marks(1)
        await publish(mark)
        await eventually(
          () => world.messages().some((message) => markOf(message) === mark),
          () => `Waited for the message ${mark}`,
        )
      }
      await comes()
      await stage.down()
      await becomes(world, 'source', 'disconnected')
      await stage.up()
      await works(world)
      await comes()
      expect(world.metrics('source').received).toBeGreaterThanOrEqual(2)
    })

    test('secrets are never revealed', async () => {
      const { secrets = [], wrong } = stage
      const world = await opened(all())
      await works(world)
      const shown: unknown[] = []
      if (stage.action) shown.push(await world.send(stage.action.data('secret')))
      const broken = connectorWith(wrong)
      if (wrong) {
        shown.push(await world.probe('connector', broken).then(() => expect.unreachable('probed'), String))
        await world.apply({ ...all(), connector: broken })
        expect(world.state('connector')?.status).toBe('disconnected')
      }
      await stage.down()
      await becomes(world, 'connector', 'disconnected')
      shown.push(await world.probe('connector', connectorWith()).catch(String))
      for (const part of ['connector', 'action', 'source'] as const) shown.push(world.state(part))
      const text = `${world.told()} ${JSON.stringify(shown)}`
      const wrongTexts = Object.values(wrong ?? {}).filter((one) => typeof one === 'string')
      for (const secret of [...secrets, ...wrongTexts]) expect(text).not.toContain(secret)
    })

    test('all connections are closed after it is stopped', async () => {
      const before = openHandles()
      const world = await stage.world()
      await world.apply(all())
      await works(world)
      await world.probe('connector', connectorWith())
      await world.close()
      await eventually(
        () => openHandles() <= before,
        () => `Waited for ${before} sockets and no more, there are ${openHandles()}`,
      )
    })
  })
}

/** Sockets of clients. Sockets of a server in this process are closed with them. */
const openHandles = () =>
  process
    .getActiveResourcesInfo()
    .filter((one) => ['TCPSocketWrap', 'TLSWrap', 'TCPConnectWrap', 'PipeWrap'].includes(one)).length
