import { expect, test } from 'vitest'
import { faultsOf, type Visit, walkEveryPage } from './every-page.ts'

/** Of the first test; the others look at what it has seen. */
let visits: readonly Visit[] = []

const textOf = (path: string) => visits.find((visit) => visit.path === path)?.text

test('in front of a cluster of the open-source edition every page comes to rest with something to show', async () => {
  visits = await walkEveryPage('open-source')
  expect(visits.flatMap(faultsOf)).toEqual([])
  expect(visits.length).toBeGreaterThan(70)
}, 360_000)

test.each(['/audit-log', '/monitoring/integration/opentelemetry'])(
  '%s says that it is part of the enterprise edition',
  (path) => {
    expect(textOf(path)).toContain('is part of the enterprise edition')
  },
)

test('what the edition has less of is said where it is chosen', () => {
  expect(textOf('/connector/create')).toContain('EMQX Enterprise')
  expect(textOf('/connector/create')).not.toContain('Kafka')
  expect(textOf('/users')).not.toContain('Viewer')
})
