import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectMqttJs, createFakeClock, type MqttJsClient } from '@mqdeck/testkit'
import { type RunningServer, startServer } from 'mqdeck'
import { type Browser, chromium } from 'playwright-core'

/*
 * `npm run screenshots`: the overview page in both themes, for the README. The server runs on a clock that passes one hour in about a
 * minute, so that the charts have a history.
 */

const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const password = 'screenshot-1'
const deviceCount = 48
/** Milliseconds between two samples of the charts. */
const sampleInterval = 10_000
/** Bytes of one image. */
const sizeLimit = 200_000

const folder = await mkdtemp(join(tmpdir(), 'mqdeck-screenshots-'))
// A multiple of the interval, so that each sample has what was published between two steps of the clock.
const clock = createFakeClock(Math.floor(Date.now() / sampleInterval) * sampleInterval - 3_600_000)
const server = await startServer({
  clock,
  // Alarms about the load of the machine that takes the screenshots.
  overrides: [
    { path: ['sysmon', 'vm', 'long_schedule'], value: 'disabled', source: 'screenshots' },
    { path: ['sysmon', 'os', 'cpu_high_watermark'], value: '100%', source: 'screenshots' },
  ],
  settings: {
    data_dir: folder,
    'dashboard.port': 0,
    'dashboard.default_password': password,
    'listeners.tcp.port': 0,
    'listeners.ws.port': 0,
    'listeners.ssl.enable': false,
    'listeners.wss.enable': false,
  },
})
const clients: MqttJsClient[] = []
let published = 0
let received = 0
try {
  await passOneHour(server)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const theme of ['light', 'dark'] as const) await takeScreenshot(browser, theme)
  } finally {
    await browser.close()
  }
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function passOneHour({ ports }: RunningServer): Promise<void> {
  const connect = async (clientId: string) => {
    // The clock of the server is faster than the clients, so there is no keep alive.
    const client = await connectMqttJs({ host: '127.0.0.1', port: ports.tcp ?? 0 }, { clientId, keepalive: 0 })
    clients.push(client)
    return client.client
  }
  const writer = await connect('history-writer')
  writer.on('message', () => received++)
  await writer.subscribeAsync('plant/#')
  await (await connect('line-monitor')).subscribeAsync(['plant/1/+/temperature', 'plant/2/+/temperature'])
  for (let sample = 0; clock.now() < Date.now(); sample++) {
    const expected = Math.min(deviceCount, 12 + Math.floor(sample / 5))
    const device = clients.length - 2
    if (device < expected) {
      const client = await connect(`sensor-${String(device + 1).padStart(3, '0')}`)
      await client.subscribeAsync(`commands/${device + 1}`)
    }
    await passTime(sampleInterval)
  }
}

/** Publishes what the devices send in this time, between 20 and 60 messages a second, and advances the clock when all have arrived. */
async function passTime(milliseconds: number): Promise<void> {
  const minutes = clock.now() / 60_000
  const rate = 40 + 14 * Math.sin(minutes / 4) + 6 * Math.sin(minutes * 1.7)
  const devices = clients.slice(2)
  const count = devices.length === 0 ? 0 : Math.round((rate * milliseconds) / 1000)
  for (let index = 0; index < count; index++) {
    const device = published++ % devices.length
    const topic = `plant/${(device % 4) + 1}/${device + 1}/${device % 3 === 0 ? 'humidity' : 'temperature'}`
    const payload = JSON.stringify({ value: 20 + (published % 50) / 10, unit: 'C' })
    devices[device]?.client.publish(topic, payload, { qos: 0, retain: published % 50 === 0 })
  }
  while (received < published) await sleep(2)
  clock.advance(milliseconds)
}

async function takeScreenshot(browser: Browser, theme: 'light' | 'dark'): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    colorScheme: theme,
  })
  await page.goto(`${server.urls.dashboard}/dashboard/overview`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('#main canvas').first().waitFor()
  // Two refreshes of the page, at the speed of a normal clock.
  for (let second = 0; second < 12; second++) await Promise.all([passTime(1000), sleep(1000)])
  const image = await page.screenshot({ path: `${images}overview-${theme}.png`, animations: 'disabled' })
  await page.close()
  process.stdout.write(`docs/images/overview-${theme}.png: ${Math.round(image.length / 1000)} kB\n`)
  if (image.length > sizeLimit) throw new Error(`overview-${theme}.png is larger than ${sizeLimit / 1000} kB`)
}
