import {
  eventually,
  type LdapServer,
  type MongoPeer,
  type ReceivedRequest,
  type RedisServer,
  type SqlServer,
  startHttpServer,
  startMariadb,
  startMongoPeer,
  startPostgres,
  startRedis,
  startSlapd,
  type TestHttpServer,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

/** External systems that authenticators and sources query. MongoDB is a fake server that speaks its protocol. */
export interface TestBackends {
  readonly mysql: SqlServer
  readonly postgresql: SqlServer
  readonly mongodb: MongoPeer
  readonly redis: RedisServer
  readonly ldap: LdapServer
  readonly http: TestHttpServer
  /** Stops all of them. `start` starts them again. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Starts them in parallel. Cleans up if one does not start. */
async function startBackends(): Promise<TestBackends> {
  const started: { close(): Promise<void> }[] = []
  const opened = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const backend = await starting
    started.push(backend)
    return backend
  }
  const starting = [
    opened(startMariadb()),
    opened(startPostgres()),
    opened(startMongoPeer()),
    opened(startRedis()),
    opened(startSlapd()),
    startHttpServer(),
  ] as const
  try {
    const [mysql, postgresql, mongodb, redis, ldap, http] = await Promise.all(starting)
    const servers = [mysql, postgresql, mongodb, redis, ldap]
    return {
      mysql,
      postgresql,
      mongodb,
      redis,
      ldap,
      http,
      kill: async () => void (await Promise.all([...servers.map((server) => server.kill()), http.down()])),
      start: async () => void (await Promise.all([...servers.map((server) => server.start()), http.up()])),
      close: async () => void (await Promise.all([...servers.map((server) => server.close()), http.down()])),
    }
  } catch (error) {
    await Promise.allSettled(starting)
    await Promise.all(started.map((backend) => backend.close()))
    throw error
  }
}

interface RunningBackends {
  readonly backends: TestBackends
  readonly stage: TestServer
}

/** Backends and a server for all tests of a file. `prepare` is called before the first test. */
export function useBackends(prepare: (running: RunningBackends) => Promise<unknown>): RunningBackends {
  let running: Partial<RunningBackends> = {}
  const started = <K extends keyof RunningBackends>(name: K): RunningBackends[K] => {
    const part: RunningBackends[K] | undefined = running[name]
    if (!part) throw new Error('not running before `beforeAll`')
    return part
  }
  const lent: RunningBackends = {
    get backends() {
      return started('backends')
    },
    get stage() {
      return started('stage')
    },
  }
  beforeAll(async () => {
    const keep = (part: Partial<RunningBackends>) => {
      running = { ...running, ...part }
    }
    // Each is kept as soon as it runs, so that it is stopped if the other one does not start.
    await Promise.all([
      startBackends().then((backends) => keep({ backends })),
      startTestServer().then((stage) => keep({ stage })),
    ])
    await prepare(lent)
  })
  afterAll(async () => {
    await running.stage?.stop()
    await running.backends?.close()
  })
  return lent
}

/** Connection settings of a database, common to authenticators and sources. */
export const reach = {
  sql: ({ port, username, password, database }: SqlServer) => ({
    server: `127.0.0.1:${port}`,
    username,
    password,
    database,
    pool_size: 2,
  }),
  mongodb: ({ ports, username, password }: MongoPeer) => ({
    mongo_type: 'single',
    server: `127.0.0.1:${ports[0]}`,
    username,
    password,
    database: 'mqtt',
    pool_size: 2,
  }),
  redis: ({ ports, username, password }: RedisServer) => ({
    redis_type: 'single',
    server: `127.0.0.1:${ports[0]}`,
    username,
    password,
    pool_size: 2,
  }),
  ldap: ({ port, username, password, base }: LdapServer) => ({
    server: `127.0.0.1:${port}`,
    username,
    password,
    base_dn: base,
    filter: '(& (objectClass=mqttUser) (uid=${username}))',
    pool_size: 2,
  }),
}

/** Returns JSON by the first segment of the path, otherwise 404. */
export function answerHttp(
  http: TestHttpServer,
  routes: Readonly<Record<string, (request: ReceivedRequest) => object | undefined>>,
): void {
  http.answer((request, response) => {
    const [, name = ''] = request.target.split('/')
    const answer = Object.hasOwn(routes, name) ? routes[name]?.(request) : undefined
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
}

/** Messages of the active alarms of authenticators or sources, by name. */
async function alarmsOf({ get }: TestServer, part: 'authn' | 'authz'): Promise<ReadonlyMap<string, string>> {
  const { data } = (await get('/alarms')).body as unknown as {
    readonly data: readonly Record<'name' | 'message', string>[]
  }
  return new Map(data.filter(({ name }) => name.startsWith(`${part}:`)).map(({ name, message }) => [name, message]))
}

/** Authenticators or sources with external backends, by their ID in the API. */
interface OutsideMembers {
  readonly stage: TestServer
  readonly part: 'authn' | 'authz'
  /** By alarm name, with the path of each. */
  readonly members: readonly { readonly name: string; readonly path: string }[]
}

interface MemberStatus {
  readonly status: string
  readonly node_error: readonly { readonly error: string }[]
}

/** Status of the member at `path` in the API. */
export const memberStatus = async ({ get }: TestServer, path: string) =>
  (await get(`${path}/status`)).body as unknown as MemberStatus

/** Waits until all report a missing backend with a reason, and have raised their alarms. */
export async function expectDown({ stage, part, members }: OutsideMembers): Promise<void> {
  const isDown = ({ status, node_error: errors }: MemberStatus) =>
    status === 'disconnected' && errors.some(({ error }) => error.length > 0)
  await untilEach({ stage, members, says: isDown, what: 'disconnected', ms: 20_000 })
  const alarms = await alarmsOf(stage, part)
  expect([...alarms.keys()].sort()).toEqual(members.map(({ name }) => `${part}:${name}`).sort())
  for (const message of alarms.values()) expect(message).toMatch(/^resource down: ./)
}

/** Waits until all have reconnected and no alarm is active. */
export async function expectUp({ stage, part, members }: OutsideMembers): Promise<void> {
  const isUp = ({ status }: MemberStatus) => status === 'connected'
  await untilEach({ stage, members, says: isUp, what: 'connected', ms: 30_000 })
  expect([...(await alarmsOf(stage, part)).keys()]).toEqual([])
}

interface Expectation extends Pick<OutsideMembers, 'stage' | 'members'> {
  readonly says: (status: MemberStatus) => boolean
  readonly what: string
  readonly ms: number
}

const untilEach = ({ stage, members, says, what, ms }: Expectation) =>
  Promise.all(
    members.map(({ name, path }) =>
      eventually(
        async () => says(await memberStatus(stage, path)),
        () => `${name} is not ${what}`,
        ms,
      ),
    ),
  )
