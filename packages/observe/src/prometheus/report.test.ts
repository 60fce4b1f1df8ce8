import { expect, test } from 'vitest'
import { type Section, toReportJson, toReportText } from './report.ts'

const sections: readonly Section[] = [
  { key: 'stats', scope: 'node', shape: 'one', families: [{ name: 'own', type: 'gauge', samples: [{ value: 1 }] }] },
  { key: 'stats', scope: 'cluster', shape: 'one', families: [{ name: 'all', type: 'gauge', samples: [{ value: 2 }] }] },
  {
    key: 'client',
    scope: 'node',
    shape: 'one',
    families: [
      { name: 'gone', type: 'counter', samples: [{ value: 3 }] },
      { name: 'why', type: 'counter', samples: [{ labels: { reason: 'kicked' }, value: 3 }] },
    ],
  },
  {
    key: 'rules',
    scope: 'node',
    shape: 'list',
    families: [
      {
        name: 'enable',
        type: 'gauge',
        samples: [
          { labels: { id: 'r1' }, value: 1 },
          { labels: { id: 'r2' }, value: 0 },
        ],
      },
      { name: 'matched', type: 'counter', samples: [{ labels: { id: 'r1' }, value: 5 }] },
    ],
  },
]
const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test.each(['node', 'all_nodes_aggregated'] as const)('%s has no node label', (mode) => {
  expect(lines(toReportText(sections, mode, 'n@h'))).toEqual([
    'own 1',
    'all 2',
    'gone 3',
    'why{reason="kicked"} 3',
    'enable{id="r1"} 1',
    'enable{id="r2"} 0',
    'matched{id="r1"} 5',
  ])
})

test('all_nodes_unaggregated adds a node label to all but cluster-wide metrics', () => {
  expect(lines(toReportText(sections, 'all_nodes_unaggregated', 'n@h')).slice(0, 5)).toEqual([
    'own{node="n@h"} 1',
    'all 2',
    'gone{node="n@h"} 3',
    'why{node="n@h",reason="kicked"} 3',
    'enable{node="n@h",id="r1"} 1',
  ])
})

test('JSON has one object per section or per set of labels', () => {
  expect(toReportJson(sections, 'node', 'n@h')).toEqual({
    stats: { own: 1, all: 2 },
    client: { gone: 3, why: [{ reason: 'kicked', why: 3 }] },
    rules: [
      { id: 'r1', enable: 1, matched: 5 },
      { id: 'r2', enable: 0 },
    ],
  })
  expect(toReportJson(sections, 'all_nodes_unaggregated', 'n@h')).toMatchObject({
    stats: { node: 'n@h', own: 1, all: 2 },
    rules: [{ node: 'n@h', id: 'r1', enable: 1, matched: 5 }, { id: 'r2' }],
  })
})
