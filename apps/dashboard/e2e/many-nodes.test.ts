import { type Replayer, startReplayer } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentials } from './browser.ts'
import { createVisitor, faultsOf, start } from './every-page.ts'
import { useStage } from './use-stage.ts'

const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.1']
const pageOfTwo = '/dashboard/nodes/emqx2%40127.0.0.1'

/** The recorded cluster, with one node that cannot reach the other broker. */
const inconsistent = {
  type: 'mqtt',
  name: 'm1',
  enable: true,
  server: '127.0.0.1:1883',
  actions: ['a_mqtt'],
  sources: ['s_mqtt'],
  status: 'inconsistent',
  node_status: [
    { node: one, status: 'connected' },
    { node: two, status: 'disconnected', status_reason: 'Connection refused' },
  ],
}

let cluster: Replayer

beforeAll(async () => {
  cluster = await startReplayer({
    nodes: 2,
    password: credentials.password,
    answers: { '/connectors': [inconsistent], '/connectors/mqtt:m1': inconsistent },
  })
})
afterAll(() => cluster.stop())
const stage = useStage(() => ({ broker: cluster.urls }))

test('selected nodes are compared in one chart, and the selection is in the URL', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.getByText('2 nodes running').waitFor()
  cluster.clearRequests()
  await page.getByRole('button', { name: 'Compare nodes' }).click()
  const legend = page.getByRole('group', { name: 'Compared nodes' })
  await legend.getByRole('button', { name: two, exact: true }).waitFor()
  await page.locator('section[aria-label="Received per second"] canvas').waitFor()
  const asked = cluster.requests.filter(({ path }) => path.startsWith('/api/v5/monitor/nodes/'))
  expect(asked.map(({ path }) => decodeURIComponent(path)).sort()).toEqual([
    `/api/v5/monitor/nodes/${two}?latest=3600`,
    `/api/v5/monitor/nodes/${one}?latest=3600`,
  ])
  await legend.getByRole('button', { name: one, exact: true }).click()
  await page.waitForURL((url) => url.search === `?${new URLSearchParams({ nodes: two })}`)
  await page.reload()
  await page.locator('section[aria-label="Received per second"] canvas').waitFor()
})

test('the nodes can be switched by keyboard', async () => {
  const page = await stage.open('/dashboard/nodes/emqx%40127.0.0.1')
  await page.getByRole('button', { name: 'Next node' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: two, level: 1 }).waitFor()
  await page.getByRole('row', { name: /tcp:default .*Running/ }).waitFor()
})

test('a node can be selected if the API supports it, and is in the URL', async () => {
  const page = await stage.open('/dashboard/metrics')
  await page.getByLabel('Node', { exact: true }).selectOption(two)
  await page.waitForURL((url) => url.searchParams.get('node') === two)
  // 61 on this node, 241 on both.
  await page.getByRole('row', { name: /^messages\.received .* 61/ }).waitFor()
})

test('an inconsistent state is explained, and the different node can be reconnected', async () => {
  const page = await stage.open('/connector/mqtt%3Am1')
  await page.getByText(`${two} is disconnected, while ${one} is connected: Connection refused`).waitFor()
  cluster.clearRequests()
  await page.getByRole('button', { name: `Reconnect ${two}` }).click()
  await expect
    .poll(() => cluster.requests.filter(({ method }) => method === 'POST').map(({ path }) => decodeURIComponent(path)))
    .toEqual([`/api/v5/nodes/${two}/connectors/mqtt:m1/start`])
})

test('a stopped node is explained and shown again when it is running', async () => {
  const page = await stage.open(pageOfTwo)
  const statistics = page.getByRole('table', { name: 'Statistics' }).getByText('Topics')
  await statistics.waitFor()
  await cluster.down(1)
  try {
    await page.getByRole('button', { name: 'Refresh now' }).click()
    await page.getByText('This node is not running').waitFor()
  } finally {
    await cluster.up(1)
  }
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await statistics.waitFor()
})

describe('while a node is down', () => {
  beforeAll(() => cluster.down(1))
  afterAll(() => cluster.up(1))

  const pages = {
    '/dashboard/overview': '1 of 2 nodes not running',
    '/dashboard/nodes': '2 nodes · 1 stopped',
    '/dashboard/metrics': 'messages.received',
    '/clients': 'Clients',
    '/subscriptions/topics': 't/a',
    '/alarm/current': one,
    '/cluster': '1 of 2 running',
    '/listener/detail/tcp%3Adefault?tab=status': `${two} is stopped and not included.`,
    '/rule/actions/mqtt%3Aa_mqtt': `${two} is stopped and not included.`,
    '/rule/rules/r1': `${two} is stopped and not included.`,
    '/authentication/detail/password_based%3Abuilt_in_database': `${two} is stopped and not included.`,
    '/authorization/detail/built_in_database': `${two} is stopped and not included.`,
  }

  test('pages show the rest, without a gap or an error', async () => {
    const page = await stage.open(start)
    const visit = createVisitor(page)
    const faults: string[] = []
    for (const [path, text] of Object.entries(pages)) {
      const visited = await visit(path)
      await page.locator('#main').getByText(text).first().waitFor()
      faults.push(...faultsOf({ ...visited, failedRequests: [] }))
    }
    expect(faults).toEqual([])
  })
})
