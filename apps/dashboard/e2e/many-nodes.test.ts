import { type Replayer, startReplayer } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from './browser.ts'
import { createVisitor, faultsOf, start } from './every-page.ts'
import { useStage } from './use-stage.ts'

const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.1']

let cluster: Replayer

beforeAll(async () => {
  cluster = await startReplayer({ nodes: 2, password: credentials.password })
  await cluster.down(1)
})
afterAll(() => cluster.stop())
const stage = useStage(() => ({ broker: cluster.urls }))

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

test('with one of two nodes down, pages show the other one, without a gap or an error', async () => {
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
