import type { Page } from 'playwright-core'
import type { Screen } from './accessibility-data.ts'

/** Screens of clients, topics and monitoring. */
export const monitoringScreens = {
  cluster: ['/cluster', (page: Page) => page.getByRole('button', { name: 'Migrate to a cluster' }).waitFor()],
  telemetry: ['/telemetry', (page: Page) => page.locator('#main pre').waitFor()],
  publish: [
    '/publish',
    async (page: Page) => {
      await page.getByRole('textbox', { name: 'Topic', exact: true }).fill('nobody')
      await page.locator('#main .cm-content').waitFor()
      await page.getByRole('button', { name: 'Properties and client ID' }).click()
      await page.getByRole('button', { name: 'Add user property' }).click()
      await page.locator('#main').getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByRole('table', { name: 'Recent messages' }).waitFor()
    },
  ],
  overview: ['/dashboard/overview', (page: Page) => page.getByRole('img', { name: /^Messages/ }).waitFor()],
  nodes: ['/dashboard/nodes', (page: Page) => page.getByRole('row').nth(1).waitFor()],
  node: ['/dashboard/nodes/mqdeck%40127.0.0.1', (page: Page) => page.locator('#main canvas').first().waitFor()],
  metrics: ['/dashboard/metrics', (page: Page) => page.getByRole('table').first().waitFor()],
  clients: [
    '/clients?conn_state=connected',
    async (page: Page) => {
      await page.getByRole('checkbox', { name: 'Select device' }).check()
      await page.getByRole('button', { name: 'More filters' }).click()
    },
  ],
  'banned clients': ['/banned-clients', (page: Page) => page.getByRole('row', { name: /noisy/ }).waitFor()],
  'flapping detection': ['/flapping-detect', (page: Page) => page.getByLabel('Max disconnects').waitFor()],
  client: [
    '/clients/detail/device?tab=details',
    (page: Page) => page.getByRole('table', { name: 'Traffic' }).waitFor(),
  ],
  subscribing: [
    '/clients/detail/device?tab=subscriptions',
    async (page: Page) => {
      await page.getByRole('row', { name: /t\/1/ }).waitFor()
      await page.getByRole('button', { name: 'Subscribe' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  alarms: [
    '/alarm/current?text=zzz',
    async (page: Page) => {
      await page.getByRole('textbox', { name: 'Find' }).waitFor()
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.getByRole('dialog', { name: 'Notifications' }).getByRole('tab', { name: 'Jobs' }).click()
      await page.getByText('No jobs').waitFor()
    },
  ],
  'alarm settings': ['/alarm/settings', (page: Page) => page.getByLabel('History size', { exact: true }).waitFor()],
  subscriptions: [
    '/subscriptions/subscription?clientid=device',
    async (page: Page) => {
      await page.getByRole('checkbox', { name: 'Select device t/1' }).check()
      await page.getByRole('button', { name: 'More filters' }).click()
    },
  ],
  topics: ['/subscriptions/topics', (page: Page) => page.getByRole('row').nth(1).waitFor()],
  'topic metrics': [
    '/topic-metrics?add=t/1&sort=in&order=desc',
    async (page: Page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Add topic' }).click()
      await page.getByRole('link', { name: 't/1' }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  ],
  'slow subscriptions': [
    '/slow-sub',
    (page: Page) => page.getByText('Slow subscription statistics are disabled').waitFor(),
  ],
  'session health': [
    '/session-health?by=recent',
    async (page: Page) => {
      await page.getByText(/^Scanned/).waitFor()
      await page.getByRole('table', { name: 'Ranked sessions' }).waitFor()
    },
  ],
  'log traces': [
    '/log-trace',
    async (page: Page) => {
      await page.getByRole('row', { name: /traced/ }).waitFor()
      await page.getByRole('checkbox', { name: 'Select traced' }).check()
    },
  ],
  'a trace': [
    '/log-trace/detail/traced',
    (page: Page) => page.locator('#main [role=option]').filter({ hasText: 'publish_to' }).first().waitFor(),
  ],
  'topic explorer': [
    '/topic-explorer?topic=hall/1',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Filters, address and credentials' }).click()
      await page.getByRole('heading', { name: 'Retained message', exact: true }).waitFor()
      await page.getByText('"v": 1').waitFor()
    },
  ],
  'the WebSocket client': [
    '/websocket',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Will message' }).click()
      await page.getByLabel('Set a will message').check()
      for (const name of ['Timing', 'Options', 'Repeat', 'More filters'])
        await page.getByRole('button', { name }).click()
      for (const button of await page.getByRole('button', { name: 'MQTT 5 properties' }).all()) await button.click()
      await page.getByRole('button', { name: 'New connection' }).click()
      await page.getByRole('tab', { name: /Connection 1/ }).click()
    },
  ],
  'a row menu': [
    '/clients',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Actions for device' }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  ],
  preferences: [
    '/clients',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Preferences' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
} as const satisfies Record<string, Screen>
