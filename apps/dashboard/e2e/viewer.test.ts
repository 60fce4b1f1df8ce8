import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createDataHub } from './accessibility-data.ts'
import { signIn } from './browser.ts'
import { examplePlugin, installExample } from './example-plugin.ts'
import { createNavigation } from './navigate.ts'
import { useStage } from './use-stage.ts'

const viewer = { username: 'watcher', password: 'Abcd1234!' } as const

const stage = useStage()

/** A broker with data for every page. */
beforeAll(async () => {
  const { client } = await stage.connect('c1')
  await client.subscribeAsync('a/b')
  for (const [path, body] of things) await stage.api('POST', path, body)
  await installExample(stage)
  await createDataHub(stage)
})

const things: readonly (readonly [string, object])[] = [
  ['/users', { ...viewer, role: 'viewer', description: '' }],
  ['/connectors', { type: 'http', name: 'c1', url: 'http://127.0.0.1:9' }],
  ['/actions', { type: 'http', name: 'a1', connector: 'c1', parameters: { path: '', method: 'post' } }],
  ['/connectors', { type: 'mqtt', name: 'm1', server: '127.0.0.1:9' }],
  ['/sources', { type: 'mqtt', name: 's1', connector: 'm1', parameters: { topic: 'a', qos: 1 } }],
  ['/rules', { name: 'r1', id: 'r1', sql: 'SELECT * FROM "t/#"', actions: ['http:a1'] }],
  [
    '/authentication',
    {
      mechanism: 'password_based',
      backend: 'built_in_database',
      user_id_type: 'username',
      password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
      enable: false,
    },
  ],
  ['/authentication/password_based:built_in_database/users', { user_id: 'u1', password: 'secret-1' }],
  ['/banned', { as: 'clientid', who: 'bad' }],
  ['/api_key', { name: 'k1', expired_at: 'infinity', enable: true, desc: '' }],
  ['/mqtt/topic_metrics', { topic: 'a/b' }],
  ['/trace', { name: 'tr1', type: 'clientid', clientid: 'c1' }],
  ['/publish', { topic: 'kept', payload: 'x', retain: true }],
  ['/publish', { topic: '$delayed/600/later', payload: 'x' }],
  ['/exhooks', { name: 'eh1', url: 'http://127.0.0.1:9', enable: false }],
  ['/data/export', {}],
]

/** Pages without a menu entry, and tabs with their own URL. Pages that create something are not shown to viewers (`navigation.test.ts`). */
const details = [
  ...['activity', 'subscriptions', 'mqueue', 'inflight', 'details'].map((tab) => `/clients/detail/c1?tab=${tab}`),
  '/dashboard/nodes/mqdeck@127.0.0.1',
  '/rule/rules/r1',
  '/rule/rules/r1?tab=rule',
  ...['/rule/actions/http:a1', '/connector/http:c1', '/rule/source/mqtt:s1'].flatMap((path) => [
    path,
    `${path}?tab=settings`,
  ]),
  ...['overview', 'settings', 'users'].map(
    (tab) => `/authentication/detail/password_based:built_in_database?tab=${tab}`,
  ),
  ...['overview', 'settings'].map((tab) => `/authorization/detail/file?tab=${tab}`),
  ...['settings', 'status'].map((tab) => `/listener/detail/tcp:default?tab=${tab}`),
  ...['log', 'packets'].map((view) => `/log-trace/detail/tr1?view=${view}`),
  ...['overview', 'hooks', 'settings'].map((tab) => `/exhook/detail/eh1?tab=${tab}`),
  ...['overview', 'readme', 'config'].map((tab) => `/plugins/detail/${examplePlugin}?tab=${tab}`),
  '/schema/external/detail/remote',
  '/flow/r1',
  ...['schema', 'uses'].map((tab) => `/schema/detail/reading?tab=${tab}`),
  ...['schema-validation/detail/checked', 'message-transformation/detail/changed'].flatMap((path) => [
    `/${path}`,
    `/${path}?tab=settings`,
  ]),
]

/** The pages of the same menu entry. */
const tabsOfPage = 'header + nav'

/** Controls that only search, sort, page, copy, test or navigate. */
const harmless = [
  /^(Refresh|Refresh: .*|Refresh now|Choose columns|Search|More filters|Fewer filters|Rows per page|Actions for .*|.* page)$/,
  /^(Overview|Timeline|Log|Packets|Settings|Status|Users|Inputs and outputs|Used by|Rule and test|Subscriptions.*|Message queue.*|Inflight.*)$/,
  /^(Form|JSON|Text|Visual|Help|Advanced|Search fields|.*: advanced|.*[Hh]ealth checks|Expand .*|Collapse .*)$/,
  /^(Copy|Copy .*|Export|Export as file|Download.*|Enlarge .*|Reason .*|Show payload of .*)$/,
  /^(Hide metrics that are zero|Search metrics|SQL functions|Find|Section|Level|Wrap lines|.*: match type.*)$/,
  /^(All|TCP|SSL|WS|WSS|QUIC|\d+ [dh]|\d+ (action|source|rule)s?|\d\d:\d\d:\d\d.*)$/,
  /^(Check again|Go to the overview)$/,
  /^menu: (Open|Open client|Open node|Download|Show|Show .*|Copy .*|Settings)$/,
]

/** Harmless controls of single pages; `/^/` if all controls of a page are. A new control must be disabled for viewers or listed here. */
const harmlessOn: Readonly<Record<string, RegExp>> = {
  // In this browser only.
  '/alarm/current': /^menu: Mute for 1 hour$/,
  // Filters of the list and the timeline.
  '/clients': /^(Needs attention|Top by (queue|drops|inflight))$/,
  '/clients/detail/c1?tab=activity': /^(All|Connections|Session|Denied|Dropped) \d+$/,
  // The map only reads: its nodes are selected, searched and arranged in this browser.
  '/flow': /^/,
  '/flow/r1': /^(Diagram|SQL|t\/#Topic|Hhttp:a1Action.*|Zoom (in|out)|Fit to window|Arrange automatically)$/,
  '/plugins': /^(Search plugins|Running|Not running)$/,
  // Links that look like buttons.
  '/cluster': /^Export configuration$/,
  '/log': /^Live log$/,
  '/log/follow': /^Log settings$/,
  '/rule/functions': /^Search by name or purpose$/,
  // Payloads are tested in the browser.
  '/schema/detail/reading?tab=schema': /^(Schema|Payload|Text|Hex|Base64|Choose file|Expand.*)$/,
  // Rules are tested in the browser.
  '/topic-rewrite': /^(Publish|Subscribe|Topic|Client ID|Username)$/,
  // Only reads and counts.
  '/session-health': /^/,
  // Reads, and subscribes with its own client.
  '/topic-explorer': /^/,
  '/log-trace': /^State$/,
  '/log-trace/detail/tr1?view=log': /^(Packets: .*|Go to time|Save shown lines)$/,
  '/log-trace/detail/tr1?view=packets':
    /^(Broker events|Pings|Find in packets|(Client to broker|Broker to client): .*)$/,
  // Shows a configuration for Prometheus to copy.
  '/monitoring/integration/help': /^/,
}

async function offered(scope: Locator): Promise<readonly string[]> {
  const names = await scope
    .locator('button, input, select, textarea, [role=switch], [contenteditable=true]')
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            !one.matches(':disabled, :read-only:not(button, select, [type=checkbox], [type=radio])') &&
            one.getAttribute('aria-disabled') !== 'true' &&
            one.getAttribute('aria-readonly') !== 'true' &&
            one.checkVisibility(),
        )
        // Headers of sortable columns, search fields, tabs and links to the sections of a page.
        .filter((one) => !one.closest('th, form[role=search], [role=tablist], nav'))
        .map(
          (one) =>
            one.getAttribute('aria-label') ??
            one.closest('label')?.textContent ??
            (one.id === '' ? undefined : one.ownerDocument.querySelector(`label[for="${one.id}"]`)?.textContent) ??
            one.textContent ??
            '',
        ),
    )
  return [...new Set(names.map((name) => name.trim()))]
}

/** The enabled controls of the current page. */
async function look(page: Page): Promise<readonly string[]> {
  const main = page.locator('#main')
  const inPage = await offered(main)
  const rowMenu = main.getByRole('button', { name: /^Actions for / }).first()
  if (!(await rowMenu.isVisible())) return inPage
  await rowMenu.click()
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  const inMenu = await items.evaluateAll((all) =>
    all
      .filter((one) => !one.matches(':disabled, [aria-disabled=true], [data-disabled]'))
      .map((one) => `menu: ${one.textContent}`),
  )
  await page.keyboard.press('Escape')
  return [...inPage, ...inMenu]
}

test('a viewer has no enabled control that changes anything on any page', async () => {
  const changing: string[] = []
  const refused = new Set<string>()
  const page = await stage.open('/', { signedIn: false })
  await signIn(page, 'en', viewer)
  page.on('request', (request) => {
    if (request.method() !== 'GET') changing.push(`${request.method()} ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() === 403) refused.add(new URL(response.url()).pathname)
  })
  const menu = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').evaluateAll(hrefs)
  expect(menu.length).toBeGreaterThan(15)
  const todo = [...menu, ...details]
  // An MQTT client with its own permissions.
  const seen = new Set(['/websocket'])
  const findings: Record<string, readonly string[]> = {}
  const go = createNavigation(page)
  for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const allowed = [...harmless, harmlessOn[path] ?? /^$/]
    const { pending } = await go(path)
    const found = (await look(page)).filter((name) => !allowed.some((one) => one.test(name)))
    if (found.length > 0) findings[path] = found
    if (pending !== '') findings[path] = [`did not load: ${pending}`]
    todo.push(...(await page.locator(tabsOfPage).getByRole('link').evaluateAll(hrefs)))
  }
  expect(findings).toEqual({})
  expect(changing).toEqual([])
  // Like in EMQX a viewer can read everything. Some MQDeck features are for administrators, and pages do not request them.
  expect([...refused].filter((path) => !path.startsWith('/api/v5/mqdeck/'))).toEqual([])
}, 400_000)

const hrefs = (all: readonly { getAttribute(name: string): string | null }[]) =>
  all.map((one) => one.getAttribute('href') ?? '')
