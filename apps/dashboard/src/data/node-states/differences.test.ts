import { expect, test } from 'vitest'
import { differencesOf, type NodeSays } from './differences.ts'
import { shortName } from './short-name.ts'

const nodes = (count: number, says: Omit<NodeSays, 'node'>, from = 1): readonly NodeSays[] =>
  Array.from({ length: count }, (_, index) => ({ node: `emqx${index + from}@host`, ...says }))

test('nothing is explained where all nodes are well', () => {
  expect(differencesOf(nodes(3, { state: 'connected' }))).toEqual([])
  expect(differencesOf([])).toEqual([])
})

test('a node that differs is compared with those that are well, with its reason', () => {
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

test('what is well is what others are compared with, also where few are', () => {
  const says = [...nodes(20, { state: 'disconnected' }), ...nodes(1, { state: 'connected' }, 21)]
  expect(differencesOf(says)).toMatchObject([{ state: 'disconnected', than: { nodes: ['emqx21@host'] } }])
})

test('one reason for all nodes is told once, and other reasons for the same state beside it', () => {
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

test('nodes are in the order of their numbers', () => {
  const says = [...nodes(12, { state: 'connecting' }).toReversed(), { node: 'well@host', state: 'connected' }]
  expect(differencesOf(says)[0]?.nodes.slice(0, 3)).toEqual(['emqx1@host', 'emqx2@host', 'emqx3@host'])
})

test.each([
  ['emqx3@emqx-2.emqx-headless.prod.svc.cluster.local', 'emqx3@emqx-2'],
  ['emqx@127.0.0.1', 'emqx@127.0.0.1'],
  ['emqx@node1', 'emqx@node1'],
  ['no name', 'no name'],
])('%s is called %s', (node, short) => {
  expect(shortName(node)).toBe(short)
})
