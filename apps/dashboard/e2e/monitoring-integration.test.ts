import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempFolder, type OtlpReceiver, startOtlpReceiver, startProcess, type TempFolder } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmReview } from './navigate.ts'
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

test('metrics are exported to the configured collector and the page reports it', async () => {
  const page = await stage.open('/monitoring/integration/opentelemetry')
  await page.getByLabel('Address', { exact: true }).fill(receiver.url)
  await flip(page, 'Export metrics')
  await page.getByLabel('Interval', { exact: true }).first().fill('1')
  await save(page)
  await receiver.metrics.take(({ name }) => name === 'connections.count', 'metrics')
  await page.reload()
  await page.getByText('Sending').waitFor()
  await stage.api('PUT', '/opentelemetry', {})
})

const download = async (page: Page, name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** Checks a file with Prometheus' own tool. */
async function promtool(kind: 'config' | 'rules', name: string, text: string): Promise<void> {
  const file = join(folder.path, name)
  await writeFile(file, text)
  const check = startProcess({ command: '/usr/bin/promtool', args: ['check', kind, file] })
  const { code } = await check.waitForExit()
  expect(code, check.output()).toBe(0)
}

test('Prometheus accepts the configuration of the help page, and the server exports every metric of the Grafana dashboard', async () => {
  const page = await stage.open('/monitoring/integration/help')
  await page.getByLabel('Mode').selectOption('all_nodes_unaggregated')
  await flip(page, 'API key')
  await page.getByLabel('Node exporters').fill('127.0.0.1:9100')
  await page.keyboard.press('Enter')
  await page.getByText('job_name: node').waitFor()
  const { name, text } = await download(page, 'Download')
  expect(name).toBe('prometheus.yml')
  await promtool('config', name, text)

  const dashboard = await download(page, 'Download dashboard')
  expect(dashboard.name).toBe('mqdeck-grafana.json')
  const enabled = { vm_memory: 'enabled', vm_statistics: 'enabled', vm_system_info: 'enabled' }
  await stage.api('PUT', '/prometheus', { collectors: enabled })
  const exposition = await stage.api<string>('GET', '/prometheus/stats')
  const known = new Set([...exposition.matchAll(/^# TYPE (\S+)/gm)].map(([, family]) => family))
  const expressions = [...dashboard.text.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g)].map(
    ([, expression]) => expression,
  )
  const named = expressions.join(' ').match(/\b(?:emqx|process|nodejs)_\w+/g) ?? []
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((metric) => !known.has(metric))).toEqual([])
  // Prometheus itself reads every expression.
  const rules = {
    groups: [
      { name: 'g', rules: expressions.filter((one) => !/^(prometheus|label_values)/.test(one ?? '')).map(toRule) },
    ],
  }
  await promtool('rules', 'rules.json', JSON.stringify(rules))
  await stage.api('PUT', '/prometheus', {})
})

/** JSON is valid YAML. Replaces the variables that Grafana would fill in. */
const toRule = (expression = '', index: number) => ({
  record: `r${index}`,
  expr: String(JSON.parse(`"${expression}"`))
    .replace('$__rate_interval', '1m')
    .replace('$node', '.*'),
})
