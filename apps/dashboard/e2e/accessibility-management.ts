import type { Page } from 'playwright-core'
import type { Screen } from './accessibility-data.ts'
import { credentials } from './browser.ts'
import { examplePlugin } from './example-plugin.ts'
import type { FileStage } from './use-stage.ts'

/** Screens of listeners, settings and administration. */
export const managementScreens = {
  listeners: ['/listener', (page: Page) => page.getByRole('row').nth(1).waitFor()],
  'new listener': [
    '/listener/create',
    async (page: Page) => {
      await page.getByText('TLS', { exact: true }).click()
      await page.getByLabel('Certificate', { exact: true }).waitFor()
    },
  ],
  listener: ['/listener/detail/tcp:default', (page: Page) => page.getByLabel('Bind address').waitFor()],
  gateways: ['/gateway', (page: Page) => page.getByRole('row').nth(2).waitFor()],
  'new gateway': [
    '/gateway/create/mqttsn',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('row').nth(1).waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: /No authentication/ }).waitFor()
    },
  ],
  'a listener of a gateway': [
    '/gateway/detail/stomp?tab=listeners',
    async (page: Page) => {
      await page.getByRole('row').nth(1).waitFor()
      await page.getByRole('button', { name: 'New listener' }).click()
      await page.getByRole('dialog').getByLabel('Bind address').waitFor()
    },
  ],
  exhook: ['/exhook', (page: Page) => page.getByRole('row', { name: /audit/ }).waitFor()],
  'new ExHook server': [
    '/exhook/create',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page
        .getByText(/ is required$/)
        .first()
        .waitFor()
    },
  ],
  'an ExHook server': ['/exhook/detail/audit', (page: Page) => page.getByText('http://127.0.0.1:1').first().waitFor()],
  plugins: ['/plugins', (page: Page) => page.getByRole('row', { name: /payload_rewrite/ }).waitFor()],
  'install a plugin': [
    '/plugins/install',
    (page: Page) => page.locator('input[type=file]').waitFor({ state: 'attached' }),
  ],
  'the README of a plugin': [
    `/plugins/detail/${examplePlugin}?tab=readme`,
    (page: Page) => page.getByRole('heading', { name: 'Rewrite of JSON payloads' }).waitFor(),
  ],
  zones: ['/zones', (page: Page) => page.getByRole('row').nth(1).waitFor()],
  'new zone': ['/zones/create', (page: Page) => page.getByRole('button', { name: 'Override Max inflight' }).click()],
  'mqtt general': [
    '/mqtt/general',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add row' }).click()
      await page.getByText('1 unsaved change').waitFor()
    },
  ],
  'durable sessions': [
    '/mqtt/session-persistence',
    (page: Page) => page.getByLabel('Batch size', { exact: true }).waitFor(),
  ],
  'retained messages': [
    '/mqtt/retainer',
    (page: Page) => page.getByLabel('Max payload size', { exact: true }).waitFor(),
  ],
  'a payload': ['/retained?message=hall/1', (page: Page) => page.getByRole('dialog').getByText('"v": 1').waitFor()],
  'delayed messages': ['/delayed', (page: Page) => page.getByRole('row').nth(1).getByRole('checkbox').check()],
  'system topics': [
    '/mqtt/system-topic',
    (page: Page) => page.getByLabel('Message interval', { exact: true }).waitFor(),
  ],
  'force shutdown': ['/mqtt/force-shutdown', (page: Page) => page.getByText('Connection limits').waitFor()],
  'delayed publish': [
    '/delayed-pub-configuration',
    (page: Page) =>
      page
        .getByLabel(/delayed messages/i)
        .first()
        .waitFor(),
  ],
  'the review of a change': [
    '/mqtt/session',
    async (page: Page) => {
      await page.getByLabel('Max inflight', { exact: true }).fill('16')
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByRole('dialog').locator('ins').first().waitFor()
    },
  ],
  'topic rewrite': [
    '/topic-rewrite',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add rule' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add rule' })
      await dialog.getByLabel('Source topic').fill('x/#')
      await dialog.getByLabel('Regular expression').fill('^x/(.+)$')
      await dialog.getByLabel('Target topic').fill('y/$1')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await page.getByLabel('Topic', { exact: true }).fill('x/1')
      await page.getByText('Rule 1 applies.').waitFor()
    },
  ],
  'an auto-subscription': [
    '/auto-sub',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add topic' }).click()
      await page.getByRole('dialog', { name: 'Add topic' }).getByLabel('Topic').fill('n/${')
      await page.getByRole('option').first().waitFor()
    },
  ],
  'monitoring integration': [
    '/monitoring/integration',
    (page: Page) => page.getByLabel('Authentication required', { exact: true }).waitFor(),
  ],
  opentelemetry: [
    '/monitoring/integration/opentelemetry',
    (page: Page) => page.getByLabel('Topic filters', { exact: true }).waitFor(),
  ],
  'help with monitoring': ['/monitoring/integration/help', (page: Page) => page.getByText('scrape_interval').waitFor()],
  'live log': [
    '/log/follow',
    async (page: Page) => {
      await page.getByLabel('Search').fill('configuration_changed')
      await page
        .getByRole('region', { name: 'Log', exact: true })
        .getByRole('button', { name: /Info configuration_changed/ })
        .first()
        .click()
      await page.getByText('roots', { exact: true }).waitFor()
    },
  ],
  'log settings': ['/log', (page: Page) => page.getByLabel('Level', { exact: true }).last().waitFor()],
  'dashboard settings': ['/dashboard-settings', (page: Page) => page.getByLabel('Address and port').nth(1).waitFor()],
  configuration: ['/configuration', (page: Page) => page.locator('.cm-content').getByText('alarm').first().waitFor()],
  'configuration version': [
    '/configuration/history?version=2',
    (page: Page) => page.getByRole('dialog').locator('ins').first().waitFor(),
  ],
  users: [
    '/users',
    async (page: Page) => {
      await page.getByRole('button', { name: 'New user' }).click()
      await page.getByRole('dialog', { name: 'New user' }).getByLabel('Password').first().fill('Abcd1234!')
    },
  ],
  'API keys': [
    '/api-key',
    async (page: Page) => {
      await page.getByRole('button', { name: 'New API key' }).first().click()
      await page.getByRole('dialog', { name: 'New API key' }).getByLabel('Expiry date').waitFor()
    },
  ],
  migration: [
    '/migrate',
    async (page: Page, stage: FileStage) => {
      await page.getByRole('textbox', { name: /Dashboard address/ }).fill(stage.server.urls.dashboard)
      await page.getByLabel(/^Password/).fill(credentials.password)
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByRole('table', { name: 'Plan' }).getByText('Identical').first().waitFor()
    },
  ],
  backup: [
    '/backup',
    async (page: Page) => {
      await page.getByRole('button', { name: 'New backup' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Selected parts').click()
      await dialog.getByLabel('mqtt', { exact: true }).waitFor()
    },
  ],
  'audit log': ['/audit-log', (page: Page) => page.getByRole('button', { name: 'Enable audit log' }).waitFor()],
  'second factor': [
    '/dashboard/overview',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Account of admin' }).click()
      await page.getByRole('menuitem', { name: 'Two-factor authentication' }).click()
      const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' })
      await dialog.getByLabel('Your password').fill(credentials.password)
      await dialog.getByRole('button', { name: 'Set up' }).click()
      await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    },
  ],
} as const satisfies Record<string, Screen>
