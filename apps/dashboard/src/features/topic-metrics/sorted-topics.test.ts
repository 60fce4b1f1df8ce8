import { expect, test } from 'vitest'
import { sortTopics } from './sorted-topics.ts'
import { metricsOf } from './test-metrics.ts'

const names = (rows: ReturnType<typeof sortTopics>) => rows.map(({ topic }) => topic)

test('topics are sorted by a column in either order, then by name', () => {
  const rows = [metricsOf('b', { in: 5 }), metricsOf('c', { in: 9 }), metricsOf('a', { in: 5 })]
  expect(names(sortTopics(rows, 'in', 'desc'))).toEqual(['c', 'a', 'b'])
  expect(names(sortTopics(rows, 'in', 'asc'))).toEqual(['a', 'b', 'c'])
  expect(names(sortTopics(rows, 'topic', 'desc'))).toEqual(['c', 'b', 'a'])
})

test('counting starts at the last reset', () => {
  const rows = [metricsOf('old'), metricsOf('reset', {}, { reset_time: '2026-11-21T09:00:00+00:00' })]
  expect(names(sortTopics(rows, 'since', 'desc'))).toEqual(['reset', 'old'])
})
