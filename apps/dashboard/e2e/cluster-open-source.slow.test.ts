import { expect, test } from 'vitest'
import { faultsOf, type Visit, visitEveryPage } from './every-page.ts'

/** Pages visited by the first test, checked by the others. */
let visits: readonly Visit[] = []

const textOf = (path: string) => visits.find((visit) => visit.path === path)?.text

test('all pages load in front of an open-source cluster', async () => {
  visits = await visitEveryPage('open-source')
  expect(visits.flatMap(faultsOf)).toEqual([])
  expect(visits.length).toBeGreaterThan(70)
}, 360_000)

test.each(['/audit-log', '/monitoring/integration/opentelemetry'])(
  '%s is marked as part of the enterprise edition',
  (path) => {
    expect(textOf(path)).toContain('is part of the enterprise edition')
  },
)

test('options that the edition lacks are marked', () => {
  expect(textOf('/connector/create')).toContain('EMQX Enterprise')
  expect(textOf('/connector/create')).not.toContain('Kafka')
  expect(textOf('/users')).not.toContain('Viewer')
})
