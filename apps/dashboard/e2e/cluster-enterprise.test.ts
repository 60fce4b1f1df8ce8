import { expect, test } from 'vitest'
import { faultsOf, type Visit, visitEveryPage } from './every-page.ts'

/** Pages visited by the first test, checked by the others. */
let visits: readonly Visit[] = []

const headingOf = (path: string) => visits.find((visit) => visit.path === path)?.heading

test('all pages load in front of an enterprise cluster', async () => {
  visits = await visitEveryPage('enterprise')
  expect(visits.flatMap(faultsOf)).toEqual([])
  expect(visits.length).toBeGreaterThan(70)
}, 360_000)

test('pages show every node of the cluster', () => {
  for (const path of ['/dashboard/nodes', '/cluster', '/connector/mqtt%3Am1', '/rule/actions/mqtt%3Aa_mqtt']) {
    const text = visits.find((visit) => visit.path === path)?.text
    expect(text).toContain('emqx@127.0.0.1')
    expect(text).toContain('emqx2@127.0.0.1')
  }
})

test('features of the open-source edition and of MQDeck brokers are explained', () => {
  expect(headingOf('/telemetry')).toContain('open-source edition')
  expect(visits.find(({ path }) => path === '/log/follow')?.text).toContain('requires the MQDeck broker')
})
