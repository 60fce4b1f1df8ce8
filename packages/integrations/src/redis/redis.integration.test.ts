import { type RedisServer, startRedis, startRedisCluster, startRedisSentinel } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

interface Deployment<S extends RedisServer = RedisServer> {
  readonly name: string
  readonly start: () => Promise<S>
  readonly place: (ports: readonly number[]) => object
}

const serversOf = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(',')

const single: Deployment = {
  name: 'Redis',
  start: startRedis,
  place: ([port]) => ({ redis_type: 'single', server: `127.0.0.1:${port}`, database: 0 }),
}
const sentinel = {
  name: 'Redis with a sentinel',
  start: startRedisSentinel,
  place: (ports: readonly number[]) => ({ redis_type: 'sentinel', servers: serversOf(ports), sentinel: 'mymaster' }),
}
const cluster: Deployment = {
  name: 'a Redis cluster',
  start: startRedisCluster,
  place: (ports) => ({ redis_type: 'cluster', servers: serversOf(ports) }),
}

const connectorOf = ({ place }: Deployment, { ports, username, password }: RedisServer) => ({
  parameters: { ...place(ports), username, password, pool_size: 3 },
})

// A sentinel or a cluster differs in how it is reached, which the tests below and those of the driver prove.
for (const deployment of process.env.SLOW_TESTS ? [single, sentinel, cluster] : [single])
  describeIntegration(deployment.name, async () => {
    const server = await deployment.start()
    const connector = connectorOf(deployment, server)
    let isUp = true
    return {
      harness: () => createHarness('redis'),
      connector,
      action: {
        parameters: { command_template: ['${command}', 'marks', '${mark}'] },
        data: (mark) => ({ command: 'RPUSH', mark }),
        received: async () => (await server.run('LRANGE', 'marks', '0', '-1')).split('\n'),
        batches: true,
        refused: () => ({ command: 'NOSUCHCOMMAND', mark: 'never' }),
      },
      async down() {
        if (isUp) await server.kill()
        isUp = false
      },
      async up() {
        if (!isUp) await server.start()
        isUp = true
      },
      secrets: [server.password],
      wrong: { parameters: { ...connector.parameters, password: 'wr0ng-pa55word' } },
      close: server.close,
    }
  })

const quick = { health_check_interval: '200ms' }

async function open(deployment: Deployment, server: RedisServer, command_template: readonly string[], options: object) {
  const harness = await createHarness('redis')
  onTestFinished(harness.close)
  await harness.apply({
    connector: { ...connectorOf(deployment, server), resource_opts: quick },
    action: {
      connector: 'c',
      parameters: { command_template },
      resource_opts: { ...quick, worker_pool_size: 1, ...options },
    },
  })
  await expect.poll(() => harness.state('action')?.status).toBe('connected')
  return harness
}

const batches = { batch_size: 50, batch_time: '50ms' }

describe.each([single, cluster])('only for $name', (deployment) => {
  let server: RedisServer
  beforeAll(async () => {
    server = await deployment.start()
  })
  afterAll(() => server?.close())

  test('a rejected command does not fail the others of its batch', async () => {
    const harness = await open(deployment, server, ['INCRBY', 'sum:${key}', '${by}'], batches)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => harness.send({ key: index % 4, by: index === 7 ? 'many' : 1n })),
    )
    expect(outcomes.map(({ result }) => result)).toEqual(
      outcomes.map((_, index) => (index === 7 ? 'failed' : 'success')),
    )
    expect(outcomes[7]?.reason).toContain('not an integer')
    expect(await server.run('GET', 'sum:3.0')).toBe('4')
  })

  test('the arguments of HSET come from a map', async () => {
    const harness = await open(deployment, server, ['HSET', 'h:${clientid}', '${args}'], {})
    const args = ['map_to_redis_hset_args', 'a', '1', 'b', 'x y']
    expect(await harness.send({ clientid: 'c1', args })).toMatchObject({ result: 'success' })
    expect(await server.run('HGETALL', 'h:c1')).toBe('a\n1\nb\nx y')
    expect(await harness.send({ clientid: 'c1', args: args.slice(0, 1) })).toMatchObject({ result: 'failed' })
  })
})

test('a command is retried if the server is out of memory', async () => {
  const server = await startRedis()
  onTestFinished(server.close)
  const harness = await open(single, server, ['SET', 'k', '${value}'], {})
  await server.run('CONFIG', 'SET', 'maxmemory', '1')
  const outcome = harness.send({ value: 'x' })
  await expect.poll(() => harness.metrics('action').retried).toBeGreaterThan(0)
  await server.run('CONFIG', 'SET', 'maxmemory', '0')
  expect(await outcome).toMatchObject({ result: 'success' })
})

test('messages that are sent while a replica takes over arrive there', async () => {
  const server = await startRedisSentinel()
  onTestFinished(server.close)
  const harness = await open(sentinel, server, ['INCR', 'k'], { request_ttl: '120s' })
  expect(await harness.send({})).toMatchObject({ result: 'success' })
  const over = server.failOver()
  const outcomes = Array.from({ length: 20 }, () => harness.send({}))
  await over
  expect((await Promise.all(outcomes)).map(({ result, reason }) => reason ?? result)).toEqual(
    outcomes.map(() => 'success'),
  )
})
