import type { Socket } from 'node:net'
import { disconnectFrame, type Login } from './frames.ts'
import { openClient } from './load.ts'
import { residentBytes } from './process-stats.ts'

/** Connections that are opened in parallel. */
const atOnce = 50

/** Bytes of resident memory per connection that `count` idle connections add to a broker. */
export async function memoryPerConnection(broker: { pid: number; port: number }, count: number): Promise<number> {
  const sockets: Socket[] = []
  try {
    // Warm-up: memory that the first connections load and compile does not count.
    await open(broker.port, 0, 200, sockets)
    const before = await restingMemory(broker.pid)
    await open(broker.port, 200, count, sockets)
    return ((await restingMemory(broker.pid)) - before) / count
  } finally {
    for (const socket of sockets) socket.resetAndDestroy()
  }
}

async function open(port: number, first: number, count: number, sockets: Socket[]): Promise<void> {
  for (let start = first; start < first + count; start += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, first + count - start) }, (_, index) => start + index)
    sockets.push(...(await Promise.all(numbers.map((number) => openClient(port, `idle-${number}`, sourceOf(number))))))
  }
}

interface ConnectLoad {
  readonly warmUpMs: number
  readonly measureMs: number
  /** Credentials of each client. Anonymous without them. */
  readonly login?: Login | undefined
}

/** Connects and disconnects as fast as possible. Returns connections per second. */
export async function connectsPerSecond(port: number, { warmUpMs, measureMs, login }: ConnectLoad): Promise<number> {
  let count = 0
  let serial = 0
  const end = performance.now() + warmUpMs + measureMs
  const lane = async () => {
    while (performance.now() < end) {
      serial += 1
      const socket = await openClient(port, `connect-${serial}`, sourceOf(serial), login)
      count += 1
      socket.write(disconnectFrame, () => socket.resetAndDestroy())
    }
  }
  const lanes = Promise.all(Array.from({ length: atOnce }, lane))
  await new Promise((resolve) => setTimeout(resolve, warmUpMs))
  const start = { at: performance.now(), count }
  await lanes
  return ((count - start.count) * 1_000) / (performance.now() - start.at)
}

/** Spreads connections over loopback addresses, so that no address runs out of ports. */
const sourceOf = (number: number) => `127.0.${1 + (number % 4)}.${1 + (number % 200)}`

/** Waits until memory is stable: three readings within 0.5 %, or five seconds. */
export async function restingMemory(pid: number): Promise<number> {
  const readings: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    readings.push(residentBytes(pid))
    const last = readings.slice(-3)
    if (last.length === 3 && Math.max(...last) - Math.min(...last) < 0.005 * Math.max(...last)) break
  }
  return readings.at(-1) ?? 0
}
