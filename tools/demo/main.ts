import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createAccess, mqttUsers } from './access.ts'
import { signIn } from './api.ts'
import { connectFleet } from './fleet.ts'
import { createIntegrations } from './integrations.ts'
import { createOperations, createTraces, enableAudit } from './operations.ts'
import { type DemoServer, freePorts, startServer, user } from './server.ts'
import { startSink } from './sink.ts'
import { startTraffic } from './traffic.ts'

const help = `npm run demo [-- options]: MQDeck with the data of a plant

  --port N      port of the dashboard; default 18083, or a free port if it is in use
  --clients N   number of sessions, default 330
  --minutes N   stops after this time, default 60
  --help
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '18083' },
    clients: { type: 'string', default: '330' },
    minutes: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
})
/** Seconds that traces of the first minute run. */
const traceSeconds = 30

if (values.help) console.log(help)
else await run(toNumber('port', 65_535), toNumber('clients', 50_000), toNumber('minutes', 10_080))

async function run(port: number, clientCount: number, minutes: number): Promise<void> {
  const end = new Date(Date.now() + minutes * 60_000)
  const stopping = new AbortController()
  const cleanUps: (() => unknown)[] = []
  watchForEnd(() => stopping.abort(), minutes)
  try {
    console.log('Starting the server ...')
    const server = await startServer(fileURLToPath(new URL('../../../', import.meta.url)), port)
    cleanUps.push(server.stop)
    void server.exited.then((output) => {
      if (!stopping.signal.aborted) console.error(`The server has ended:\n${output}`)
      stopping.abort()
    })
    await fill(server, { clientCount, end, signal: stopping.signal, cleanUps })
    console.log(startMessage(server, end))
    await aborted(stopping.signal)
  } catch (error) {
    // Requests fail while the server stops.
    if (!stopping.signal.aborted) {
      console.error(error)
      process.exitCode = 1
    }
    stopping.abort()
  }
  console.log('Stopping ...')
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  // Explicitly, because a pending reconnect must not keep the process running.
  process.exit()
}

interface FillOptions {
  readonly clientCount: number
  readonly end: Date
  readonly signal: AbortSignal
  readonly cleanUps: (() => unknown)[]
}

async function fill(server: DemoServer, { clientCount, end, signal, cleanUps }: FillOptions): Promise<void> {
  console.log('Creating settings, rules and connectors ...')
  const api = await signIn(server.url)
  const sink = await startSink()
  cleanUps.push(sink.close)
  const [identity, pgsql, mysql, kafka] = await freePorts([53306, 55432, 53307, 59092])
  // Disabled by default. Enabled first, so that it has the changes that follow.
  await enableAudit(api)
  await createAccess(api, { sinkUrl: sink.url, closedPort: identity })
  await createIntegrations(api, {
    sinkUrl: sink.url,
    mqttPort: server.ports.tcp,
    bridgeLogin: { username: 'service', password: mqttUsers.service },
    closedPorts: { pgsql, mysql, kafka },
  })
  await createOperations(api)
  const traces = await createTraces(api, end)
  console.log(`Connecting ${clientCount} clients ...`)
  const fleet = await connectFleet(server.ports, clientCount, signal)
  cleanUps.push(fleet.close)
  const traffic = startTraffic(fleet)
  cleanUps.push(traffic.stop)
  const timer = setTimeout(() => void traces.stop().catch(() => {}), traceSeconds * 1_000)
  cleanUps.push(() => clearTimeout(timer))
}

function startMessage({ url, ports, folder }: DemoServer, end: Date): string {
  return `
  The demo is running.

  Dashboard  ${url}
  User       ${user.username}
  Password   ${user.password}
  MQTT       127.0.0.1:${ports.tcp}, username demo, password ${mqttUsers.demo}

  Data is in ${folder} until the demo stops at ${end.toLocaleTimeString()}.
  Press Ctrl-C to stop it now.
`
}

/** Ends the demo on a signal, when its time is over, and when the process that started it has ended. */
function watchForEnd(stop: () => void, minutes: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  setTimeout(stop, minutes * 60_000)
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 1_000)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
}

function toNumber(name: 'port' | 'clients' | 'minutes', max: number): number {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= 0 && value <= max) return value
  console.error(`--${name} must be a whole number from 0 to ${max}.\n\n${help}`)
  process.exit(2)
}
