import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  freePort,
  type OtlpReceiver,
  startOtlpReceiver,
  startProcess,
  type TempFolder,
} from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmReview, reloadUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
let receiver: OtlpReceiver
let folder: TempFolder

beforeAll(async () => {
  ;[receiver, folder] = await Promise.all([startOtlpReceiver(), createTempFolder()])
})
afterAll(async () => {
  receiver.stop()
  await folder.remove()
})

const anonymous = async (path: string) => (await fetch(`${stage.server.urls.api}${path}`)).status
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The input of a switch is covered by its track, so the label is clicked. */
const flip = (page: Page, label: string) => page.locator('label').getByText(label, { exact: true }).click()
const save = async (page: Page) => {
  await button(page, 'Save').click()
  await confirmReview(page)
  await page.getByText('Updated successfully').first().waitFor()
}

test('requiring basic authentication in the browser takes effect immediately', async () => {
  const page = await stage.open('/monitoring/integration')
  await page.getByLabel('Authentication required').waitFor()
  expect(await anonymous('/prometheus/stats')).toBe(200)
  await flip(page, 'Authentication required')
  await save(page)
  expect(await anonymous('/prometheus/stats')).toBe(401)
  await stage.api('PUT', '/prometheus', {})
})

test('an unreachable Pushgateway is reported with the reason', async () => {
  const page = await stage.open('/monitoring/integration')
  await flip(page, 'Push')
  await page.getByLabel('Pushgateway URL', { exact: true }).fill(`http://127.0.0.1:${await freePort()}`)
  await page.getByLabel('Interval', { exact: true }).fill('1')
  await save(page)
  await reloadUntil(page, page.getByText('Failing'))
  await page.getByText(/ECONNREFUSED/).waitFor()
  await stage.api('PUT', '/prometheus', {})
})

test('metrics are exported to the configured collector and the page reports it', async () => {
  const page = await stage.open('/monitoring/integration/opentelemetry')
  await page.getByLabel('Address', { exact: true }).fill(receiver.url)
  await flip(page, 'Export metrics')
  await page.getByLabel('Interval', { exact: true }).first().fill('1')
  await save(page)
  await receiver.metrics.take(({ name }) => name === 'connections.count', 'metrics')
  await reloadUntil(page, page.getByText('Sending'))
  await stage.api('PUT', '/opentelemetry', {})
})

test('a client on the trace list is traced', async () => {
  const page = await stage.open('/monitoring/integration/opentelemetry')
  await page.getByLabel('Address', { exact: true }).fill(receiver.url)
  await flip(page, 'Export traces')
  await page.getByText('e2e', { exact: true }).click()
  await page.getByLabel('Interval', { exact: true }).last().fill('1')
  await save(page)
  await page.getByLabel('Client IDs').fill('followed')
  await page.keyboard.press('Enter')
  await page.getByLabel('Topic filters', { exact: true }).fill('a/#/b')
  await page.keyboard.press('Enter')
  await page.getByText('Not a valid topic filter').waitFor()
  await page.getByLabel('Topic filters', { exact: true }).fill('')
  await button(page, 'Save trace lists').click()
  // The button is also disabled while saving.
  const listed = () => stage.api('GET', '/opentelemetry/whitelist/clientid')
  await expect.poll(listed).toEqual(['followed'])
  const device = await connectMqttJs({ host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 }, { clientId: 'followed' })
  const { attributes } = await receiver.spans.take(({ name }) => name === 'client.connect', 'a span')
  expect(attributes['client.clientid']).toBe('followed')
  await device.end()
  await stage.api('PUT', '/opentelemetry', {})
})

const download = async (page: Page, name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('Prometheus accepts the configuration of the help page', async () => {
  const page = await stage.open('/monitoring/integration/help')
  await page.getByLabel('Mode').selectOption('all_nodes_unaggregated')
  await flip(page, 'API key')
  await page.getByLabel('Node exporters').fill('127.0.0.1:9100')
  await page.keyboard.press('Enter')
  await page.getByText('job_name: node').waitFor()
  const { name, text } = await download(page, 'Download')
  expect(name).toBe('prometheus.yml')
  const file = join(folder.path, name)
  await writeFile(file, text)
  const promtool = startProcess({ command: '/usr/bin/promtool', args: ['check', 'config', file] })
  const { code } = await promtool.waitForExit()
  expect(code, promtool.output()).toBe(0)
})

test('every metric of the Grafana dashboard is exported by this server', async () => {
  const page = await stage.open('/monitoring/integration/help')
  const { name, text } = await download(page, 'Download dashboard')
  expect(name).toBe('mqdeck-grafana.json')
  const enabled = { vm_memory: 'enabled', vm_statistics: 'enabled', vm_system_info: 'enabled' }
  await stage.api('PUT', '/prometheus', { collectors: enabled })
  const exposition = await stage.api<string>('GET', '/prometheus/stats')
  const known = new Set([...exposition.matchAll(/^# TYPE (\S+)/gm)].map(([, family]) => family))
  const expressions = [...text.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g)].map(([, expression]) => expression)
  const named = expressions.join(' ').match(/\b(?:emqx|process|nodejs)_\w+/g) ?? []
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((metric) => !known.has(metric))).toEqual([])
  // Prometheus itself reads every expression.
  const rules = {
    groups: [
      { name: 'g', rules: expressions.filter((one) => !/^(prometheus|label_values)/.test(one ?? '')).map(toRule) },
    ],
  }
  const file = join(folder.path, 'rules.json')
  await writeFile(file, JSON.stringify(rules))
  const promtool = startProcess({ command: '/usr/bin/promtool', args: ['check', 'rules', file] })
  const { code } = await promtool.waitForExit()
  expect(code, promtool.output()).toBe(0)
  await stage.api('PUT', '/prometheus', {})
})

/** JSON is valid YAML. Replaces the variables that Grafana would fill in. */
const toRule = (expression = '', index: number) => ({
  record: `r${index}`,
  expr: String(JSON.parse(`"${expression}"`))
    .replace('$__rate_interval', '1m')
    .replace('$node', '.*'),
})
