import { expect, test } from 'vitest'
import { differencesOf, type NodeSays } from './differences.ts'
import { shortName } from './short-name.ts'

const nodes = (count: number, says: Omit<NodeSays, 'node'>, from = 1): readonly NodeSays[] =>
  Array.from({ length: count }, (_, index) => ({ node: `emqx${index + from}@host`, ...says }))

test('no differences when all nodes are connected', () => {
  expect(differencesOf(nodes(3, { state: 'connected' }))).toEqual([])
  expect(differencesOf([])).toEqual([])
})

test('a differing node is compared with connected nodes, with its reason', () => {
  const says = [...nodes(1, { state: 'disconnected', reason: 'refused' }), ...nodes(2, { state: 'connected' }, 2)]
  expect(differencesOf(says)).toEqual([
    {
      state: 'disconnected',
      reason: 'refused',
      nodes: ['emqx1@host'],
      than: { state: 'connected', reason: undefined, nodes: ['emqx2@host', 'emqx3@host'] },
    },
  ])
})

test('connected nodes are the reference, even if they are few', () => {
  const says = [...nodes(20, { state: 'disconnected' }), ...nodes(1, { state: 'connected' }, 21)]
  expect(differencesOf(says)).toMatchObject([{ state: 'disconnected', than: { nodes: ['emqx21@host'] } }])
})

test('a reason of all nodes is listed once, and other reasons for the same state separately', () => {
  expect(differencesOf(nodes(3, { state: 'disconnected', reason: 'refused' }))).toMatchObject([
    { nodes: ['emqx1@host', 'emqx2@host', 'emqx3@host'], than: undefined },
  ])
  const says = [
    ...nodes(2, { state: 'disconnected', reason: 'refused' }),
    ...nodes(1, { state: 'disconnected', reason: 'timeout' }, 3),
  ]
  expect(differencesOf(says)).toMatchObject([
    { reason: 'refused', than: undefined },
    { reason: 'timeout', than: undefined },
  ])
})

test('nodes are sorted by number', () => {
  const says = [...nodes(12, { state: 'connecting' }).toReversed(), { node: 'well@host', state: 'connected' }]
  expect(differencesOf(says)[0]?.nodes.slice(0, 3)).toEqual(['emqx1@host', 'emqx2@host', 'emqx3@host'])
})

test.each([
  ['emqx3@emqx-2.emqx-headless.prod.svc.cluster.local', 'emqx3@emqx-2'],
  ['emqx@127.0.0.1', 'emqx@127.0.0.1'],
  ['emqx@node1', 'emqx@node1'],
  ['no name', 'no name'],
])('the short name of %s is %s', (node, short) => {
  expect(shortName(node)).toBe(short)
})
