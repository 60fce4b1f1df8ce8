import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort, waitForPort } from '@mqdeck/testkit'
import { defineTable } from './table.ts'

interface ProxyRow {
  readonly name: string
  /** Milliseconds until a response is complete: median, and 99th percentile. */
  readonly direct: Times
  readonly through: Times
}

const ms = (value: number) => `${value.toFixed(2)} ms`

export const proxy = defineTable<ProxyRow>({
  name: 'proxy',
  measure: measureProxy,
  header: ['in front of a cluster', 'direct', 'through', 'added', 'slowest of 100', 'through/s'],
  cellsOf: ({ name, direct, through }) => [
    name,
    ms(direct.median),
    ms(through.median),
    ms(through.median - direct.median),
    `${ms(direct.slow)} / ${ms(through.slow)}`,
    Math.round(through.perSecond).toLocaleString('en'),
  ],
})

interface Times {
  readonly median: number
  readonly slow: number
  readonly perSecond: number
}

/** Bytes of a response: a page of a list. */
const answerSize = 2_000
/** Requests per turn, and turns. */
const turn = 500
const turns = 6

/**
 * A plain Node server, and MQDeck in front of it as separate processes. Requests go to the server directly and through
 * MQDeck in turns.
 */
async function measureProxy(): Promise<readonly ProxyRow[]> {
  const [port, ours] = [await freePort(), await freePort()]
  const children = [startTarget(port), startOurs(port, ours)]
  try {
    await Promise.all([port, ours].map((one) => waitForPort(one, '127.0.0.1', 30_000)))
    const addresses = [`http://127.0.0.1:${port}/api/v5/nodes`, `http://127.0.0.1:${ours}/api/v5/nodes`] as const
    // Warm-up: code runs slowly at first.
    for (const address of addresses) await ask(address, 50, turn * 2)
    return [
      { name: 'proxy, one request at a time', ...(await compare(addresses, 1)) },
      { name: 'proxy, 500 requests at a time', ...(await compare(addresses, 500)) },
    ]
  } finally {
    await Promise.all(children.map(stop))
  }
}

async function compare([direct, through]: readonly [string, string], lanes: number): Promise<Omit<ProxyRow, 'name'>> {
  const taken = { direct: [] as number[], through: [] as number[] }
  const spent = { direct: 0, through: 0 }
  for (let i = 0; i < turns; i += 1) {
    for (const [key, address] of [
      ['direct', direct],
      ['through', through],
    ] as const) {
      const began = performance.now()
      taken[key].push(...(await ask(address, lanes, Math.max(turn, lanes * 4))))
      spent[key] += performance.now() - began
    }
  }
  return { direct: toTimes(taken.direct, spent.direct), through: toTimes(taken.through, spent.through) }
}

/** Milliseconds of each request. Fails for incomplete responses. */
async function ask(address: string, lanes: number, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const taken: number[] = []
  let left = count
  const lane = async () => {
    while (left > 0) {
      left -= 1
      const began = performance.now()
      await askOnce(address, agent)
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return taken
}

async function askOnce(address: string, agent: Agent): Promise<void> {
  const [response] = await once(
    request(address, { agent, headers: { authorization: 'Bearer bench' } }).end(),
    'response',
  )
  let size = 0
  for await (const chunk of response) size += chunk.length
  if (response.statusCode !== 200 || size !== answerSize)
    throw new Error(`${address}: ${response.statusCode}, ${size} bytes`)
}

function toTimes(taken: readonly number[], spent: number): Times {
  const sorted = [...taken].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { median: at(0.5), slow: at(0.99), perSecond: (sorted.length / spent) * 1000 }
}

const target = (port: number) => `
  const body = Buffer.alloc(${answerSize}, 'x')
  require('node:http').createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(body)
  }).listen(${port}, '127.0.0.1')`

const startTarget = (port: number) => spawn(process.execPath, ['-e', target(port)], { stdio: 'ignore' })

const startOurs = (node: number, port: number) =>
  spawn(process.execPath, [fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))], {
    stdio: 'ignore',
    cwd: '/tmp',
    env: {
      ...process.env,
      MQDECK_BROKER: `http://127.0.0.1:${node}`,
      MQDECK_DASHBOARD_PORT: String(port),
      // All requests come from one address, which may have only a share of the connections.
      MQDECK_TRUSTED_PROXIES: '127.0.0.1',
    },
  })

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL') // neither stores anything
  await ended
}
