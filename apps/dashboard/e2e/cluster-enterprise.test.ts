import { expect, test } from 'vitest'
import { faultsOf, type Visit, walkEveryPage } from './every-page.ts'

/** Of the first test; the others look at what it has seen. */
let visits: readonly Visit[] = []

const headingOf = (path: string) => visits.find((visit) => visit.path === path)?.heading

test('in front of a cluster of the enterprise edition every page comes to rest with something to show', async () => {
  visits = await walkEveryPage('enterprise')
  expect(visits.flatMap(faultsOf)).toEqual([])
  expect(visits.length).toBeGreaterThan(70)
}, 360_000)

test('a page tells of every node of the cluster', () => {
  for (const path of ['/dashboard/nodes', '/cluster', '/connector/mqtt%3Am1', '/rule/actions/mqtt%3Aa_mqtt']) {
    const text = visits.find((visit) => visit.path === path)?.text
    expect(text).toContain('emqx@127.0.0.1')
    expect(text).toContain('emqx2@127.0.0.1')
  }
})

test('what only the open-source edition has, and what only a broker of our own can do, is explained', () => {
  expect(headingOf('/telemetry')).toContain('open-source edition')
  expect(visits.find(({ path }) => path === '/log/follow')?.text).toContain('requires the MQDeck broker')
})
