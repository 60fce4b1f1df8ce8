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

/** Result of a request, as reported by integrations (`RequestResult`). */
export interface OutcomeUnderTest {
  readonly result: string
  readonly reason?: string
}

/** Running integrations (`createWorld` in the tests of integrations). */
export interface IntegrationHarness {
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
  reported(): string
  /** Simulates a restart of the process with the same disk and no configuration. */
  reopen(): Promise<void>
  close(): Promise<void>
}

export interface IntegrationSetup {
  readonly harness: () => Promise<IntegrationHarness>
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
  /** Kills the server. Missing if `down` does. */
  readonly kill?: () => Promise<void>
  /** Makes the same server available at the same address again. */
  readonly up: () => Promise<void>
  /** Secrets in `connector` that must not be revealed. */
  readonly secrets?: readonly string[]
  /** Changes the connector so that the server rejects it, e.g. a wrong password. */
  readonly wrong?: Settings
  readonly close: () => Promise<void>
}

/** Requirements for every type of integration. Runs against the real server. */
export function describeIntegration(name: string, open: () => Promise<IntegrationSetup>): void {
  describe(`integration with ${name}`, () => {
    let stage: IntegrationSetup
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
      const harness = await stage.harness()
      onTestFinished(async () => {
        await stage.up()
        await harness.close()
      })
      if (settings) await harness.apply(settings)
      return harness
    }
    const becomes = (harness: IntegrationHarness, part: Part, status: string) =>
      eventually(
        () => harness.state(part)?.status === status,
        () => `Waited for the ${part} to be ${status}, it is ${JSON.stringify(harness.state(part))}`,
      )
    const works = async (harness: IntegrationHarness) => {
      for (const part of ['connector', stage.action && 'action', stage.source && 'source'] as const)
        if (part) await becomes(harness, part, 'connected')
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
      const harness = await opened(all())
      await works(harness)
      expect(harness.state('connector')?.reason).toBe('')
    })

    test('starting and stopping can be repeated', async () => {
      const harness = await opened(all())
      await harness.run('connector', 'start')
      await harness.run('connector', 'start')
      await works(harness)
      await harness.run('connector', 'stop')
      await harness.run('connector', 'stop')
      expect(harness.state('connector')?.status).toBe('stopped')
      for (const part of ['action', 'source'] as const)
        if (harness.state(part))
          expect(harness.state(part)).toMatchObject({ status: 'disconnected', reason: 'Resource not operational' })
      await harness.run('connector', 'restart')
      await works(harness)
    })

    test('a stopped server is detected, and a restarted one, too', async () => {
      const harness = await opened(all())
      await works(harness)
      await (stage.kill ?? stage.down)()
      await becomes(harness, 'connector', 'disconnected')
      expect(harness.state('connector')?.reason).toMatch(/./)
      if (stage.action)
        expect(harness.state('action')).toMatchObject({ status: 'disconnected', reason: 'Resource not operational' })
      await stage.up()
      await works(harness)
    })

    test('an unreachable server does not prevent the start, and a test returns the reason', async () => {
      await stage.down()
      const harness = await opened(all())
      expect(harness.state('connector')?.status).not.toBe('connected')
      await expect(harness.probe('connector', connectorWith())).rejects.toThrow(/./)
      await stage.up()
      await works(harness)
      await harness.probe('connector', connectorWith())
      if (stage.action) await harness.probe('action', actionWith())
    })

    test('requests arrive and are counted', async () => {
      if (!stage.action) return
      const { data } = stage.action
      const harness = await opened(all())
      await works(harness)
      const sent = marks(20)
      const outcomes = await Promise.all(sent.map((mark) => harness.send(data(mark))))
      expect(outcomes.map(({ result, reason }) => [result, reason])).toEqual(sent.map(() => ['success', undefined]))
      await arrive(sent)
      expect(harness.metrics('action')).toMatchObject({
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
      const harness = await opened(all({ query_mode: 'sync', worker_pool_size: 1 }))
      await works(harness)
      const sent = marks(20)
      await Promise.all(sent.map((mark) => harness.send(data(mark))))
      await arrive(sent)
      const wanted = new Set(sent)
      expect((await received()).filter((mark) => wanted.has(mark))).toEqual(sent)
    })

    test('batches arrive complete', async () => {
      if (!stage.action?.batches) return
      const { data } = stage.action
      const harness = await opened(all({ batch_size: 10, batch_time: '20ms', worker_pool_size: 1 }))
      await works(harness)
      const sent = marks(45)
      const outcomes = await Promise.all(sent.map((mark) => harness.send(data(mark))))
      expect(outcomes.map(({ result, reason }) => [result, reason])).toEqual(sent.map(() => ['success', undefined]))
      await arrive(sent)
    })

    test('requests that are buffered while the server is down arrive when it is back', async () => {
      if (!stage.action) return
      const { data } = stage.action
      const harness = await opened(all({ request_ttl: 'infinity' }))
      await works(harness)
      const sent = marks(60)
      const outcomes: Promise<OutcomeUnderTest>[] = []
      const sendSome = (from: number, to: number) => {
        for (const mark of sent.slice(from, to)) outcomes.push(harness.send(data(mark)))
      }
      // Some requests are in flight when it happens.
      sendSome(0, 20)
      const isDown = stage.down()
      sendSome(20, 40)
      await isDown
      await becomes(harness, 'action', 'disconnected')
      sendSome(40, 60)
      expect(harness.metrics('action').queuing).toBeGreaterThanOrEqual(20)
      await stage.up()
      expect((await Promise.all(outcomes)).map(({ result, reason }) => [result, reason])).toEqual(
        sent.map(() => ['success', undefined]),
      )
      await arrive(sent)
      expect(harness.metrics('action')).toMatchObject({ success: 60, failed: 0, dropped: 0, queuing: 0, inflight: 0 })
    })

    test('buffered requests survive a change of the connector', async () => {
      if (!stage.action) return
      const { data } = stage.action
      const harness = await opened(all())
      await works(harness)
      await stage.down()
      await becomes(harness, 'action', 'disconnected')
      const [mark = ''] = marks(1)
      const outcome = harness.send(data(mark))
      await harness.apply({
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
      const harness = await opened(settings)
      await works(harness)
      await stage.down()
      await becomes(harness, 'action', 'disconnected')
      const sent = marks(10)
      for (const mark of sent) void harness.send(data(mark))
      await harness.reopen()
      await harness.apply(settings)
      expect(harness.metrics('action').queuing).toBe(10)
      await stage.up()
      await arrive(sent)
    })

    test('permanently rejected requests are dropped immediately, and do not delay the next one', async () => {
      const { refused, data, refusalEndsConnection = false } = stage.action ?? {}
      if (!refused || !data) return
      const harness = await opened(all({ worker_pool_size: 1 }))
      await works(harness)
      const [mark = ''] = marks(1)
      const bad = harness.send(refused())
      const good = harness.send(data(mark))
      expect(await bad).toMatchObject({ result: 'failed', reason: expect.stringMatching(/./) })
      expect(await good).toMatchObject({ result: 'success' })
      // Explains an additional attempt.
      expect(harness.metrics('action'), harness.reported()).toMatchObject({ failed: 1, success: 1 })
      if (!refusalEndsConnection) expect(harness.metrics('action').retried, harness.reported()).toBe(0)
    })

    test('empty data does not block and does no harm', async () => {
      if (!stage.action) return
      const harness = await opened(all({ request_ttl: '2s' }))
      await works(harness)
      const outcome = await harness.send({})
      expect(['success', 'failed', 'discarded']).toContain(outcome.result)
      const [mark = ''] = marks(1)
      expect(await harness.send(stage.action.data(mark))).toMatchObject({ result: 'success' })
    })

    test('messages arrive, also after an outage of the server', async () => {
      if (!stage.source) return
      const { publish, markOf } = stage.source
      const harness = await opened(all())
      await works(harness)
      const comes = async () => {
        const [mark = ''] = marks(1)
        await publish(mark)
        await eventually(
          () => harness.messages().some((message) => markOf(message) === mark),
          () => `Waited for the message ${mark}`,
        )
      }
      await comes()
      await stage.down()
      await becomes(harness, 'source', 'disconnected')
      await stage.up()
      await works(harness)
      await comes()
      expect(harness.metrics('source').received).toBeGreaterThanOrEqual(2)
    })

    test('secrets are never revealed', async () => {
      const { secrets = [], wrong } = stage
      const harness = await opened(all())
      await works(harness)
      const shown: unknown[] = []
      if (stage.action) shown.push(await harness.send(stage.action.data('secret')))
      const broken = connectorWith(wrong)
      if (wrong) {
        shown.push(await harness.probe('connector', broken).then(() => expect.unreachable('probed'), String))
        await harness.apply({ ...all(), connector: broken })
        expect(harness.state('connector')?.status).toBe('disconnected')
      }
      await stage.down()
      await becomes(harness, 'connector', 'disconnected')
      shown.push(await harness.probe('connector', connectorWith()).catch(String))
      for (const part of ['connector', 'action', 'source'] as const) shown.push(harness.state(part))
      const text = `${harness.reported()} ${JSON.stringify(shown)}`
      const wrongTexts = Object.values(wrong ?? {}).filter((one) => typeof one === 'string')
      for (const secret of [...secrets, ...wrongTexts]) expect(text).not.toContain(secret)
    })

    test('all connections are closed after it is stopped', async () => {
      const before = openHandles()
      const harness = await stage.harness()
      await harness.apply(all())
      await works(harness)
      await harness.probe('connector', connectorWith())
      await harness.close()
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
