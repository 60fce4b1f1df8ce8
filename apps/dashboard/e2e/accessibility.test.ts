import type { MqttJsClient } from '@mqdeck/testkit'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { credentials, showOnFailure } from './browser.ts'
import { createNavigation, type LoadedPage, unknownPath } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
let device: MqttJsClient

beforeAll(async () => {
  device = await stage.connect('device', { username: 'ann' })
  await device.client.subscribeAsync(['t/1', '$share/g/t/2'])
  await device.client.publishAsync('hall/1', '{"v":1}', { qos: 1, retain: true })
  await device.client.publishAsync('$delayed/600/later', 'x', { qos: 1 })
  await logMore()
})

/** Fills the log and creates a version of the configuration. */
async function logMore(): Promise<void> {
  await stage.api('PUT', '/configs/log', { file: { default: { level: 'debug' } } })
  // Disabled, so that it rejects no clients.
  const authenticator = {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
  }
  const hash = { name: 'sha256', salt_position: 'suffix' }
  const made = { ...authenticator, password_hash_algorithm: hash, enable: false }
  await stage.api('POST', '/authentication', made)
  const rules = { type: 'built_in_database', enable: true }
  await stage.api('POST', '/authorization/sources', rules)
  await stage.api('POST', '/banned', { as: 'clientid', who: 'noisy', reason: 'test' })
  const trace = { name: 'traced', type: 'clientid', clientid: 'device' }
  await stage.api('POST', '/trace', trace)
  await device.client.publishAsync('hall/2', '{"v":2}', { qos: 1 })
  await integrate()
}

/** A disconnected connector, and the actions that use it. */
async function integrate(): Promise<void> {
  const send = (path: string, body: object) => stage.api('POST', path, body)
  await send('/connectors', { type: 'http', name: 'down', url: 'http://127.0.0.1:1' })
  await send('/actions', { type: 'http', name: 'alerts', connector: 'down', parameters: { method: 'post' } })
  await send('/rules', { id: 'plant', sql: 'SELECT * FROM "plant/#"', actions: ['http:alerts'] })
  await send('/connectors', {
    type: 'mqtt',
    name: 'self',
    server: `127.0.0.1:${stage.server.ports.tcp}`,
    pool_size: 1,
  })
  await send('/sources', { type: 'mqtt', name: 'line', connector: 'self', parameters: { topic: 'line/#' } })
  // A webhook with a missing part, and one with edited SQL.
  await send('/connectors', { type: 'http', name: 'hook_WH_D', url: 'http://127.0.0.1:1' })
  await send('/rules', { id: 'hook_WH_D', sql: 'SELECT payload.t as t FROM "hook"', actions: [] })
}

interface Findings {
  readonly violations: readonly Finding[]
  readonly passes: readonly Finding[]
}

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** All axe-core rules in the light theme. In the dark theme only colors differ. */
const passes = {
  light: { rules: '', atLeast: 10 },
  dark: { rules: ", runOnly: ['color-contrast']", atLeast: 0 },
} as const

/** Serious and critical violations reported by axe-core. */
async function findBarriers(page: Page, themes: readonly (keyof typeof passes)[]): Promise<readonly string[]> {
  // Not as a script element, which the content security policy blocks.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const barriers: string[] = []
  for (const theme of themes) {
    const { rules, atLeast } = passes[theme]
    // Elements have less contrast while they fade in.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    const { violations, passes: passed } = await page.evaluate<Findings>(
      `axe.run({ resultTypes: ['violations']${rules} })`,
    )
    expect(passed.length).toBeGreaterThan(atLeast)
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    barriers.push(
      ...grave.flatMap(({ id, nodes }) => nodes.map((node) => `${theme} ${id}: ${node.failureSummary}\n${node.html}`)),
    )
  }
  return barriers
}

/** Path and actions that show the whole screen. With `reload`, the page is loaded again without the state of earlier screens. */
type Screen = readonly [path: string, show: (page: Page) => Promise<unknown>, reload?: 'reload']

const screens = {
  rules: ['/rule/rules', (page: Page) => page.getByRole('button', { name: 'More filters' }).click()],
  'a rule': ['/rule/rules/plant', (page: Page) => page.getByText('Every node').first().waitFor()],
  'the editor of a rule': [
    '/rule/rules/plant?tab=rule',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Run SQL' }).click()
      await page.getByRole('button', { name: 'Save test' }).waitFor()
    },
  ],
  'what a rule uses': [
    '/rule/rules/plant?tab=uses',
    (page: Page) => page.getByText('Used only by this rule').waitFor(),
  ],
  'a new rule with a mistake': [
    '/rule/rules/create?from=a%22',
    async (page: Page) => {
      await page.locator('.cm-content').first().waitFor()
      await page.getByRole('textbox', { name: 'SQL', exact: true }).press('ControlOrMeta+A')
      await page.keyboard.insertText('SELECT upper(')
      await page.locator('.cm-signature').waitFor()
    },
  ],
  'a message that a rule publishes': [
    '/rule/rules/create',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add output' }).click()
      await page.getByRole('menuitem', { name: 'Republish' }).click()
      await page.getByRole('dialog').getByLabel('Topic *').waitFor()
    },
  ],
  'examples of SQL': [
    '/rule/rules/create',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Examples' }).click()
      await page.getByRole('dialog').getByText('Conditional values').waitFor()
    },
  ],
  'functions of SQL': ['/rule/functions', (page: Page) => page.getByText('upper(text)').waitFor()],
  webhooks: ['/webhook', (page: Page) => page.getByRole('button', { name: 'Reason of hook' }).click()],
  'the settings of a webhook': [
    '/webhook/hook?tab=settings',
    async (page: Page) => {
      await page.getByText('Custom SQL.').waitFor()
      await page.getByText('POST', { exact: true }).last().waitFor()
    },
  ],
  'the parts of a webhook': [
    '/webhook/hook?tab=made',
    (page: Page) => page.getByText('Missing', { exact: true }).waitFor(),
  ],
  'a new webhook': [
    '/webhook/create',
    async (page: Page) => {
      await page.getByRole('radio', { name: /^Events/ }).check()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('Select at least one event.').waitFor()
    },
  ],
  'a test request of a webhook': [
    '/webhook/create',
    async (page: Page) => {
      await page.getByRole('textbox', { name: /^Name\W*$/ }).fill('new')
      await page.getByLabel(/^URL/).fill('http://127.0.0.1:1')
      await page.getByRole('button', { name: 'Test request' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('No response').waitFor()
    },
  ],
  authentication: ['/authentication', (page: Page) => page.getByText(/^All authenticators are disabled/).waitFor()],
  'a new authenticator': [
    '/authentication/create',
    async (page: Page) => {
      await page.getByRole('button', { name: /^Password/ }).click()
      await page.getByText('Already in the chain').waitFor()
      await page.getByRole('button', { name: /^Mechanism/ }).click()
      await page.getByRole('button', { name: /^JWT/ }).click()
      await page.getByText('JWKS server').click()
      await page.getByLabel('JWKS endpoint').waitFor()
    },
  ],
  'users of an authenticator': [
    '/authentication/detail/password_based:built_in_database?tab=users',
    async (page: Page) => {
      await page.getByText('No users yet').waitFor()
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Download CSV template' }).waitFor()
    },
  ],
  connectors: [
    '/connector',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Reason down by node' }).click()
      await page.getByText('Connection refused').first().waitFor()
    },
  ],
  'the types of connectors': [
    '/connector/create',
    (page: Page) => page.getByRole('button', { name: /^HTTP server/ }).waitFor(),
  ],
  'a new connector': [
    '/connector/create?type=mqtt',
    async (page: Page) => {
      await page.getByRole('textbox', { name: /^Name\W*$/ }).fill('-')
      await page.getByRole('button', { name: 'Test' }).click()
      await page.getByText('Start with a letter or a digit', { exact: false }).waitFor()
    },
  ],
  'a connector that is down': [
    '/connector/http:down',
    (page: Page) => page.getByRole('link', { name: 'alerts' }).waitFor(),
  ],
  'a new connector for a new action': [
    '/rule/actions/create?type=http',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create connector' }).click()
      await page.getByRole('dialog').getByLabel(/^URL/).waitFor()
    },
  ],
  actions: ['/rule/actions', (page: Page) => page.getByRole('button', { name: '1 rule' }).click()],
  'an action': [
    '/rule/actions/http:alerts',
    async (page: Page) => {
      await page.getByText('The first values appear with the next refresh.').waitFor()
      await page.getByRole('table', { name: 'Every node' }).waitFor()
    },
  ],
  'the settings of an action': [
    '/rule/actions/http:alerts?tab=settings',
    (page: Page) => page.getByLabel(/^Connector/).waitFor(),
  ],
  'a source': ['/rule/source/mqtt:line', (page: Page) => page.getByText('"$bridges/mqtt:line"').waitFor()],
  authorization: ['/authorization', (page: Page) => page.getByText('If no source matches: allow').waitFor()],
  'a new source': ['/authorization/create', (page: Page) => page.getByText('Already in the chain').first().waitFor()],
  'the ACL text': [
    '/authorization/detail/file?tab=settings',
    (page: Page) => page.getByRole('textbox', { name: 'Rules' }).waitFor(),
  ],
  'the rules of the ACL text, one by one': [
    '/authorization/detail/file?tab=settings&view=visual',
    (page: Page) => page.getByRole('row', { name: /Username matching/ }).waitFor(),
  ],
  'a rule of the ACL text': [
    '/authorization/detail/file?tab=settings&view=visual',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add condition' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByText(/ is required$/)
        .first()
        .waitFor()
    },
  ],
  'rules of a client': [
    '/authorization/detail/built_in_database?tab=rules',
    async (page: Page) => {
      await page.getByText('No client rules yet').waitFor()
      await page.getByRole('button', { name: 'Add client rules' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').getByText('A topic filter is required.').waitFor()
    },
  ],
  'authorization settings': ['/authorization/settings', (page: Page) => page.getByText('Excluded topics').waitFor()],
  'an explanation': [
    '/explain?clientid=device&username=ann&action=subscribe&topic=%23',
    async (page: Page) => {
      await page.getByRole('button', { name: 'More client properties' }).click()
      await page.getByRole('button', { name: 'Unsaved settings' }).click()
      await page.getByRole('button', { name: 'Load current settings' }).click()
      await page.getByRole('button', { name: 'Explain', exact: true }).click()
      await page.getByRole('region', { name: 'Result' }).waitFor()
    },
  ],
  'the security checklist': [
    '/security',
    (page: Page) => page.getByText('Critical', { exact: true }).first().waitFor(),
  ],
  cluster: [
    '/cluster',
    async (page: Page) => {
      await page.getByText('1 core, 0 replicants.').waitFor()
      await page.getByRole('button', { name: 'Invite node' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Invite node', exact: true }).click()
      await page.getByText('node name is required').waitFor()
    },
  ],
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
  'what can be gone to': [
    '/dashboard/nodes',
    async (page: Page) => {
      await page.getByRole('row').nth(1).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Quick search' }).fill('dev')
      await page.getByRole('listbox').getByRole('option', { name: 'device' }).waitFor()
    },
  ],
  overview: ['/dashboard/overview', (page: Page) => page.locator('#main canvas').first().waitFor()],
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
  'many clients': [
    '/clients',
    async (page: Page) => {
      await page.getByRole('button', { name: 'All clients…' }).click()
      await page.getByRole('menuitem', { name: 'Ban' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^\d+ clients$/)
        .waitFor()
    },
  ],
  'banned clients': ['/banned-clients', (page: Page) => page.getByRole('row', { name: /noisy/ }).waitFor()],
  'a ban': [
    '/banned-clients',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Ban clients' }).click()
      await page.getByRole('dialog').getByLabel('Type', { exact: true }).selectOption('clientid_re')
      await page.getByRole('dialog').getByText('Until', { exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Ban clients', exact: true }).click()
      await page.getByText('Select an end date.').waitFor()
    },
  ],
  'flapping detection': ['/flapping-detect', (page: Page) => page.getByLabel('Max disconnects').waitFor()],
  client: ['/clients/detail/device', (page: Page) => page.getByRole('table', { name: 'Traffic' }).waitFor()],
  'the timeline of a client': [
    '/clients/detail/device?tab=timeline',
    (page: Page) => page.getByRole('listitem').filter({ hasText: 'Session created' }).first().waitFor(),
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
  'past alarms': [
    '/alarm/history',
    (page: Page) =>
      // A busy machine may have activated an alarm meanwhile.
      page.getByText('No past alarms').or(page.getByRole('row').nth(1)).first().waitFor(),
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
  'figures of a topic': [
    '/topic-metrics?topic=t/1',
    (page: Page) => page.getByRole('dialog').getByRole('row').nth(4).waitFor(),
  ],
  'slow subscriptions': [
    '/slow-sub',
    (page: Page) => page.getByText('Slow subscription statistics are disabled').waitFor(),
  ],
  'slow subscription settings': [
    '/slow-sub/config',
    (page: Page) => page.getByLabel('Max records', { exact: true }).waitFor(),
  ],
  'session health': [
    '/session-health?by=recent',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Start scan' }).click()
      await page.getByRole('table', { name: 'Ranked sessions' }).waitFor()
      await page.getByText(/^Finished/).waitFor()
    },
  ],
  'log traces': [
    '/log-trace',
    async (page: Page) => {
      await page.getByRole('row', { name: /traced/ }).waitFor()
      await page.getByRole('checkbox', { name: 'Select traced' }).check()
    },
  ],
  'a new trace': [
    '/log-trace',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create trace' }).click()
      const form = page.getByRole('dialog')
      await form.getByText('Topic', { exact: true }).click()
      await form.getByText('Later').click()
      await form.getByText('Until', { exact: true }).click()
      await form.getByRole('button', { name: 'Create' }).click()
      await form.getByText('A topic filter is required.').or(form.getByText('Enter a value')).waitFor()
    },
  ],
  'a trace': [
    '/log-trace/detail/traced',
    (page: Page) => page.locator('#main [role=option]').filter({ hasText: 'publish_to' }).first().waitFor(),
  ],
  'the packets of a trace': [
    '/log-trace/detail/traced?view=packets',
    (page: Page) => page.locator('#main').getByText('PUBLISH').first().waitFor(),
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
  'messages of the WebSocket client': [
    '/websocket',
    async (page: Page) => {
      await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
      await page.getByLabel('Port', { exact: true }).fill(String(stage.server.ports.ws))
      await page.getByLabel('Path', { exact: true }).fill('/mqtt')
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByRole('textbox', { name: 'Topic filter', exact: true }).first().fill('hall/#')
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /hall/ }).first().waitFor()
    },
    'reload',
  ],
  listeners: ['/listener', (page: Page) => page.getByRole('row').nth(1).waitFor()],
  'new listener': [
    '/listener/create',
    async (page: Page) => {
      await page.getByText('TLS', { exact: true }).click()
      await page.getByLabel('Certificate', { exact: true }).waitFor()
    },
  ],
  listener: ['/listener/detail/tcp:default', (page: Page) => page.getByLabel('Bind address').waitFor()],
  'listener status': [
    '/listener/detail/tcp:default?tab=status',
    (page: Page) => page.getByText('Address for clients').waitFor(),
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
  'mqtt session': ['/mqtt/session', (page: Page) => page.getByLabel('Max inflight', { exact: true }).waitFor()],
  'durable sessions': [
    '/mqtt/session-persistence',
    (page: Page) => page.getByLabel('Batch size', { exact: true }).waitFor(),
  ],
  'retained messages': [
    '/mqtt/retainer',
    (page: Page) => page.getByLabel('Max payload size', { exact: true }).waitFor(),
  ],
  'retained list': [
    '/retained?topic=hall/%23',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Delete by filter' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Count messages' }).click()
      await page.getByRole('dialog').getByLabel('Rate').waitFor()
    },
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
  'a client attribute': [
    '/mqtt/general',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Add row' }).click()
      await page.getByLabel('Expression').fill('nth(1, tok')
      await page.getByRole('listbox', { name: 'Functions and variables' }).waitFor()
    },
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
    (page: Page) => page.getByLabel('Topics', { exact: true }).waitFor(),
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
  'configuration history': ['/configuration/history', (page: Page) => page.getByRole('row').nth(2).waitFor()],
  'configuration version': [
    '/configuration/history?version=2',
    (page: Page) => page.getByRole('dialog').locator('ins').first().waitFor(),
  ],
  'configuration import': [
    '/configuration/import',
    async (page: Page) => {
      await page.locator('.cm-content').fill('mqtt.max_inflight = 0')
      await page.getByRole('button', { name: 'Show changes' }).click()
      await page.getByText('1 error in the text').waitFor()
    },
  ],
  users: [
    '/users',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create user' }).click()
      await page.getByRole('dialog', { name: 'Create user' }).getByLabel('Password').first().fill('Abcd1234!')
    },
  ],
  'API keys': [
    '/api-key',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create API key' }).first().click()
      await page.getByRole('dialog', { name: 'Create API key' }).getByLabel('Expiry date').waitFor()
    },
  ],
  migration: [
    '/migrate',
    async (page: Page) => {
      await page.getByRole('textbox', { name: /Dashboard address/ }).fill(stage.server.urls.dashboard)
      await page.getByLabel(/^Password/).fill(credentials.password)
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByRole('table', { name: 'Plan' }).getByText('Identical').first().waitFor()
    },
  ],
  backup: [
    '/backup',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create backup' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Selected parts').click()
      await dialog.getByLabel('mqtt', { exact: true }).waitFor()
    },
  ],
  'a restore': [
    '/backup',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create backup' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Restore…' }).click()
      await page.getByRole('dialog').getByRole('table').waitFor()
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

test('the login page has no accessibility violations', async () => {
  const page = await stage.open('/login', { signedIn: false })
  await page.getByLabel('Username').waitFor()
  expect(await findBarriers(page, ['light', 'dark'])).toEqual([])
})

/** One tab for all screens, because loading the dashboard takes longer than checking a screen. */
let tab: { readonly page: Page; readonly go: (path: string) => Promise<LoadedPage> } | undefined

async function arriveAt([path, , reload]: Screen): Promise<Page> {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    // So that the next screen starts with a new tab.
    await tab?.page.close()
    tab = undefined
  })
  if (!tab) {
    const page = await stage.open(path, { staysOpen: true })
    tab = { page, go: createNavigation(page) }
    return page
  }
  const { page, go } = tab
  showOnFailure(page)
  await go(unknownPath)
  if (reload) await page.evaluate('sessionStorage.clear()')
  // Dialogs of the shell stay open on the next page.
  if (reload || (await page.locator('[role=dialog], [role=menu], [role=listbox]').count()) > 0) await page.goto(path)
  else await go(path)
  await page.locator('#main h1').first().waitFor()
  return page
}

/** Screens with most kinds of components. `token-contrast.test.ts` checks the colors of all components in both themes. */
const inDark: readonly string[] = [
  'overview',
  'clients',
  'client',
  'a rule',
  'the editor of a rule',
  'connectors',
  'a trace',
  'the packets of a trace',
  'mqtt general',
  'configuration version',
] satisfies readonly (keyof typeof screens)[]

test.each(Object.entries<Screen>(screens))('the screen %s has no accessibility violations', async (name, screen) => {
  const page = await arriveAt(screen)
  await screen[1](page)
  expect(
    await findBarriers(page, inDark.includes(name) || process.env.SLOW_TESTS ? ['light', 'dark'] : ['light']),
  ).toEqual([])
})

const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

/** Presses Tab until the element with this name has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  while (passed.length < 90) {
    await page.keyboard.press('Tab')
    const present = await focused(page)
    passed.push(present)
    if (typeof name === 'string' ? present !== name : !name.test(present)) continue
    const ring = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(ring, `the focus on ${present} cannot be seen`).not.toBe('none')
    return
  }
  throw new Error(`Tab does not reach ${name}, only: ${passed.join(' | ')}`)
}

test('sign-in, finding and kicking out a client work with the keyboard alone', async () => {
  const victim = await stage.connect('keyboard-victim')
  const closed = new Promise<void>((resolve) => victim.client.once('close', () => resolve()))
  const page = await stage.open('/clients', { signedIn: false })
  await page.locator('input[name=username]:focus').waitFor()
  await page.keyboard.type(credentials.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(credentials.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'keyboard-victim' }).waitFor()
  expect(await page.title()).toBe('Clients · MQDeck')

  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Select keyboard-victim')
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Shift+Tab')
  while ((await focused(page)) !== 'Kick out') await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Kick out')

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, 'Kick out 1 client')
  await page.keyboard.press('Enter')
  await closed
  await page.locator('[aria-live]').getByText('Kick out 1 client: done (1).').waitFor()
  await page.getByRole('link', { name: 'keyboard-victim' }).waitFor({ state: 'detached' })
  await tabTo(page, 'device')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'device', level: 1 }).waitFor()
  expect(await page.title()).toBe('device · MQDeck')
})

test('on a narrow screen the navigation opens over the page and closes with Escape or a click on an entry', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.setViewportSize({ width: 390, height: 844 })
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.waitFor({ state: 'hidden' })
  const open = page.getByRole('button', { name: 'Open navigation' })
  await open.click()
  await navigation.waitFor()
  await page.keyboard.press('Escape')
  await navigation.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('Open navigation')
  await open.click()
  await navigation.getByRole('link', { name: 'Nodes' }).click()
  await page.getByRole('heading', { name: 'Nodes', level: 1 }).waitFor()
  await navigation.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('animations are off with the setting for reduced motion', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = `[...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element)
    return [...transitionDuration.split(', '), ...animationDuration.split(', ')].some((time) => parseFloat(time) > 0.01)
  }).map((element) => element.outerHTML.slice(0, 120))`
  expect(await page.evaluate(moving)).toEqual([])
})
