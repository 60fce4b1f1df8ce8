import { expect, test } from 'vitest'
import { differencesOf, type NodeState } from './differences.ts'
import { shortName } from './short-name.ts'

const nodes = (count: number, states: Omit<NodeState, 'node'>, from = 1): readonly NodeState[] =>
  Array.from({ length: count }, (_, index) => ({ node: `emqx${index + from}@host`, ...states }))

test('no differences when all nodes are connected', () => {
  expect(differencesOf(nodes(3, { state: 'connected' }))).toEqual([])
  expect(differencesOf([])).toEqual([])
})

test('a differing node is compared with connected nodes, with its reason', () => {
  const states = [...nodes(1, { state: 'disconnected', reason: 'refused' }), ...nodes(2, { state: 'connected' }, 2)]
  expect(differencesOf(states)).toEqual([
    {
      state: 'disconnected',
      reason: 'refused',
      nodes: ['emqx1@host'],
      reference: { state: 'connected', reason: undefined, nodes: ['emqx2@host', 'emqx3@host'] },
    },
  ])
})

test('connected nodes are the reference, even if they are few', () => {
  const states = [...nodes(20, { state: 'disconnected' }), ...nodes(1, { state: 'connected' }, 21)]
  expect(differencesOf(states)).toMatchObject([{ state: 'disconnected', reference: { nodes: ['emqx21@host'] } }])
})

test('a reason of all nodes is listed once, and other reasons for the same state separately', () => {
  expect(differencesOf(nodes(3, { state: 'disconnected', reason: 'refused' }))).toMatchObject([
    { nodes: ['emqx1@host', 'emqx2@host', 'emqx3@host'], reference: undefined },
  ])
  const states = [
    ...nodes(2, { state: 'disconnected', reason: 'refused' }),
    ...nodes(1, { state: 'disconnected', reason: 'timeout' }, 3),
  ]
  expect(differencesOf(states)).toMatchObject([
    { reason: 'refused', reference: undefined },
    { reason: 'timeout', reference: undefined },
  ])
})

test('nodes are sorted by number', () => {
  const states = [...nodes(12, { state: 'connecting' }).toReversed(), { node: 'well@host', state: 'connected' }]
  expect(differencesOf(states)[0]?.nodes.slice(0, 3)).toEqual(['emqx1@host', 'emqx2@host', 'emqx3@host'])
})

test.each([
  ['emqx3@emqx-2.emqx-headless.prod.svc.cluster.local', 'emqx3@emqx-2'],
  ['emqx@127.0.0.1', 'emqx@127.0.0.1'],
  ['emqx@node1', 'emqx@node1'],
  ['no name', 'no name'],
])('the short name of %s is %s', (node, short) => {
  expect(shortName(node)).toBe(short)
})
