import { metricNames } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { filterRows, toMetricGroups } from './metric-rows.ts'

const zeros = Object.fromEntries(metricNames.map((name) => [name, 0]))

test('every metric of the contract belongs to a named group', () => {
  const groups = toMetricGroups({ data: zeros, at: 0 }, undefined)
  expect(groups.map(({ name }) => name)).not.toContain('other')
  expect(groups.flatMap(({ rows }) => rows)).toHaveLength(metricNames.length)
})

test('unknown metrics of a newer broker are listed under "other"', () => {
  const groups = toMetricGroups({ data: { 'quic.migrated': 3, node: 'a@b' }, at: 0 }, undefined)
  expect(groups).toEqual([{ name: 'other', rows: [{ name: 'quic.migrated', value: 3, rate: undefined }] }])
})

test('the rate is the increase per second since the previous refresh', () => {
  const reading = (value: number, at: number) => ({ data: { 'bytes.sent': value }, at })
  const rate = (latest: number, before: number, seconds: number) =>
    toMetricGroups(reading(latest, seconds * 1000), reading(before, 0))[0]?.rows[0]?.rate
  expect(rate(150, 100, 10)).toBe(5)
  expect(rate(100, 100, 10)).toBe(0)
})

test('the rate is undefined after a broker restart', () => {
  const groups = toMetricGroups({ data: { 'bytes.sent': 1 }, at: 5000 }, { data: { 'bytes.sent': 900 }, at: 0 })
  expect(groups[0]?.rows[0]?.rate).toBeUndefined()
})

test('the search matches every word in names and explanations', () => {
  const rows = ['messages.dropped', 'messages.sent', 'delivery.dropped'].map((name) => ({ name, value: 1, rate: 0 }))
  const textOf = (name: string) => (name === 'messages.sent' ? 'Messages sent to clients.' : '')
  const found = (search: string) => filterRows(rows, { search, showZeros: true, textOf }).map(({ name }) => name)
  expect(found('dropped')).toEqual(['messages.dropped', 'delivery.dropped'])
  expect(found('CLIENTS messages')).toEqual(['messages.sent'])
  expect(found('[')).toEqual([])
})

test('metrics that are zero can be hidden', () => {
  const rows = [
    { name: 'a', value: 0, rate: 0 },
    { name: 'b', value: 1, rate: 0 },
  ]
  expect(filterRows(rows, { search: '', showZeros: false, textOf: () => '' }).map(({ name }) => name)).toEqual(['b'])
})
