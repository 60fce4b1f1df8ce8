import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { connectRaw, createTempFolder, freePorts, startProcess, uniqueName } from '@mqdeck/testkit'
import { expect, test } from 'vitest'

/** How long the load lasts, `SOAK_MINUTES`: an hour unless given. */
const minutes = Number(process.env.SOAK_MINUTES ?? 60)
/** Bytes of live heap that may be added per minute. Statistics of the last hours need less. */
const maxPerMinute = 256 * 1024
const samplesInAll = 40
/** Share of the time until caches and statistics have reached their size. */
const warmUp = 0.4
const lanes = 20

test(`live heap does not grow under ${minutes} minutes of load`, { timeout: (minutes + 5) * 60_000 }, async () => {
  const folder = await createTempFolder()
  const [tcp = 0, dashboard = 0, probe = 0] = await freePorts(3)
  const server = startProcess({
    command: process.execPath,
    args: ['--expose-gc', '--import', heapProbe(probe), 'apps/server/dist/main.js'],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      MQDECK_DATA_DIR: folder.path,
      MQDECK_TCP_PORT: `${tcp}`,
      MQDECK_DASHBOARD_PORT: `${dashboard}`,
      MQDECK_SSL_ENABLE: 'false',
      MQDECK_WS_ENABLE: 'false',
      MQDECK_WSS_ENABLE: 'false',
    },
  })
  try {
    await server.line(/Ctrl-C/, 30_000)
    const end = Date.now() + minutes * 60_000
    const load = Promise.all(Array.from({ length: lanes }, (_, lane) => work({ tcp, dashboard }, lane, end)))
    const samples: (readonly [minute: number, bytes: number])[] = []
    for (let index = 0; index <= samplesInAll; index += 1) {
      const due = end - minutes * 60_000 * (1 - index / samplesInAll)
      await Promise.race([load, new Promise((resolve) => setTimeout(resolve, due - Date.now()))])
      const bytes = await liveHeap(probe)
      process.stdout.write(`${((index * minutes) / samplesInAll).toFixed(1)} min: ${(bytes / 1e6).toFixed(2)} MB\n`)
      if (index >= samplesInAll * warmUp) samples.push([(index * minutes) / samplesInAll, bytes])
    }
    const rounds = (await load).reduce((sum, each) => sum + each, 0)
    const slope = slopeOf(samples)
    process.stdout.write(`${rounds} rounds, ${(slope / 1024).toFixed(0)} KiB a minute\n`)
    expect(rounds).toBeGreaterThan(minutes * 60)
    expect(slope).toBeLessThan(maxPerMinute)
  } finally {
    await server.stop()
    await folder.remove()
  }
})

interface Ports {
  readonly tcp: number
  readonly dashboard: number
}

/** Typical actions of clients in rounds, each of which cleans up. Returns the number of rounds. */
async function work({ tcp, dashboard }: Ports, lane: number, end: number): Promise<number> {
  const endpoint = { host: '127.0.0.1', port: tcp }
  const api = `http://127.0.0.1:${dashboard}/api/v5`
  let rounds = 0
  for (; Date.now() < end; rounds += 1) {
    const clientId = uniqueName('soak')
    const topic = `soak/${lane}/${rounds}`
    const will = { topic: `${topic}/will`, payload: Buffer.from('gone'), qos: 0, retain: false } as const
    const properties = { sessionExpiryInterval: rounds % 2 === 0 ? 0 : 2 }
    const client = await connectRaw(endpoint, { clientId, clean: true, will, properties })
    await client.subscribe([`${topic}/+`, `$share/g/${topic}`, `soak/${lane}/#`], { qos: 1 })
    for (let index = 0; index < 50; index += 1) {
      await client.publish(`${topic}/${index}`, 'x'.repeat(100), { qos: index % 2 === 0 ? 1 : 0, retain: index === 0 })
    }
    await client.publish(`${topic}/0`, '', { qos: 1, retain: true })
    await client.publish(`${topic}/2`, 'x', { qos: 2 })
    await client.ping()
    for (const packet of client.received)
      if (packet.cmd === 'publish' && packet.qos > 0) await client.acknowledge(packet)
    client.discard()
    if (lane === 0) {
      for (const path of ['/status', '/api-docs/swagger.json'])
        await fetch(`${api}${path}`).then((answer) => answer.text())
    }
    if (rounds % 3 === 0) await client.destroy()
    else await client.disconnect()
  }
  return rounds
}

/** Least squares, bytes per minute. */
function slopeOf(samples: readonly (readonly [minute: number, bytes: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(([minute]) => minute)), mean(samples.map(([, bytes]) => bytes))]
  const above = samples.reduce((sum, [minute, bytes]) => sum + (minute - x) * (bytes - y), 0)
  return above / samples.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0)
}

/**
 * Runs inside the server process: responds to each connection with the live bytes after a garbage collection.
 * `snapshot` writes a heap snapshot to a file.
 */
const heapProbe = (port: number) =>
  `data:text/javascript,${encodeURIComponent(`
import { createServer } from 'node:net'
import { writeHeapSnapshot } from 'node:v8'
if (process.argv[1]?.endsWith('main.js')) createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (request) => {
    const file = String(request).trim()
    if (file !== '') writeHeapSnapshot(file)
    globalThis.gc()
    globalThis.gc()
    socket.end(String(process.memoryUsage().heapUsed + process.memoryUsage().external))
  })
}).listen(${port}, '127.0.0.1').unref()
`)}`

/** With `SOAK_SNAPSHOTS`, a folder, each sample also leaves a heap snapshot there. */
function liveHeap(port: number): Promise<number> {
  const folder = process.env.SOAK_SNAPSHOTS
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket
      .on('connect', () => socket.write(folder === undefined ? '\n' : `${folder}/${Date.now()}.heapsnapshot\n`))
      .on('data', (bytes) => {
        answer += bytes.toString()
      })
      .on('error', reject)
      .on('close', () => resolve(Number(answer)))
  })
}
