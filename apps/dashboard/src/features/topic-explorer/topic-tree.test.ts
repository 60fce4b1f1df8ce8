import { expect, test } from 'vitest'
import { createTopicTree, isTopic, marks } from './topic-tree.ts'
import { createTreeRows, type RowOrder, type TreeRow, type Viewport } from './tree-rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function treeOf(...topics: readonly string[]) {
  const tree = createTopicTree()
  for (const topic of topics) tree.mark(bytes(topic), 'subscribed', true)
  return tree
}

const byName: RowOrder = { by: 'name', isDescending: false }
const viewport = (part: Partial<Viewport> = {}): Viewport => ({
  from: 0,
  to: 1000,
  order: byName,
  find: '',
  active: undefined,
  ...part,
})
const outline = (rows: readonly TreeRow[]) => rows.map(({ name, depth }) => `${' '.repeat(depth - 1)}${name}`)

test('a message is counted for its topic and all levels above it', () => {
  const tree = createTopicTree()
  const node = tree.count(bytes('hall/1/temp'), 0) ?? 0
  tree.count(bytes('hall/1/temp'), 10)
  tree.count(bytes('hall/2'), 20)
  const { own, messages, topics } = tree.columns()
  const hall = tree.find('hall') ?? 0
  expect([own[node], messages[node], topics[node]]).toEqual([2, 2, 1])
  expect([own[hall], messages[hall], topics[hall]]).toEqual([0, 3, 2])
  expect(tree.totals()).toMatchObject({ nodes: 4, topics: 2, messages: 3, notAdded: 0 })
  expect(tree.topicOf(node)).toBe('hall/1/temp')
})

test('topics with empty levels and a leading slash are supported', () => {
  const tree = createTopicTree()
  const node = tree.count(bytes('/a//b'), 0) ?? 0
  expect(tree.topicOf(node)).toBe('/a//b')
  expect(tree.find('/a//b')).toBe(node)
  expect(tree.find('a//b')).toBeUndefined()
})

test('the rate covers the last seconds and decays without messages', () => {
  const tree = createTopicTree()
  for (let at = 0; at < 60_000; at += 100) tree.count(bytes('a/b'), at)
  const node = tree.find('a/b') ?? 0
  expect(tree.rateOf(node, 60_000)).toBeGreaterThan(9.5)
  expect(tree.rateOf(node, 60_000)).toBeLessThan(10.5)
  expect(tree.rateOf(0, 65_000)).toBeLessThan(4)
  expect(tree.rateOf(0, 120_000)).toBeLessThan(0.01)
})

test('reloading a list removes marks of topics that are no longer in it', () => {
  const tree = treeOf('a/b', 'a/c')
  tree.mark(bytes('a/c'), 'retained', true)
  tree.beginList('subscribed')
  tree.mark(bytes('a/d'), 'subscribed', true)
  tree.endList('subscribed')
  const flags = (topic: string) => (tree.columns().flags[tree.find(topic) ?? 0] ?? 0) & isTopic
  expect([flags('a/b'), flags('a/c'), flags('a/d')]).toEqual([0, marks.retained, marks.subscribed])
  expect(tree.totals()).toMatchObject({ topics: 2, retained: 1 })
})

test('in a full tree, messages are counted at the nearest existing level', () => {
  const tree = createTopicTree({ nodes: 4, bytes: 1000 })
  expect(tree.count(bytes('a/b/c'), 0)).toBeDefined()
  expect(tree.count(bytes('a/b/d'), 0)).toBeUndefined()
  expect(tree.count(bytes('x'), 0)).toBeUndefined()
  expect(tree.columns().messages[tree.find('a/b') ?? 0]).toBe(2)
  expect(tree.totals()).toMatchObject({ nodes: 3, messages: 3, notAdded: 2 })
})

test('a hundred thousand topics can be found', () => {
  const tree = createTopicTree()
  for (let index = 0; index < 100_000; index++) tree.count(bytes(`site/${index % 100}/device/${index}/temp`), 0)
  expect(tree.totals()).toMatchObject({ topics: 100_000, messages: 100_000 })
  for (const index of [0, 1, 77_777, 99_999]) {
    const topic = `site/${index % 100}/device/${index}/temp`
    expect(tree.topicOf(tree.find(topic) ?? 0)).toBe(topic)
  }
})

test('expanded rows are sorted, and expanding a branch also expands an only child', () => {
  const tree = treeOf('b', 'a/x/y/1', 'a/x/y/2', 'c/d')
  const rows = createTreeRows(tree)
  expect(outline(rows.view(viewport()).rows)).toEqual(['a', 'b', 'c'])
  rows.setExpanded(tree.find('a') ?? 0, true)
  expect(outline(rows.view(viewport()).rows)).toEqual(['a', ' x', '  y', '   1', '   2', 'b', 'c'])
  rows.setExpanded(tree.find('a/x') ?? 0, false)
  const seen = rows.view(viewport({ order: { by: 'name', isDescending: true }, active: tree.find('a/x') }))
  expect(outline(seen.rows)).toEqual(['c', 'b', 'a', ' x'])
  expect(seen.activeIndex).toBe(3)
})

test('rows are sorted by message count', () => {
  const tree = createTopicTree()
  for (const [topic, count] of [
    ['a', 1],
    ['b', 3],
    ['c', 2],
  ] as const)
    for (let index = 0; index < count; index++) tree.count(bytes(topic), 0)
  const seen = createTreeRows(tree).view(viewport({ order: { by: 'messages', isDescending: true } }))
  expect(outline(seen.rows)).toEqual(['b', 'c', 'a'])
})

test.each([
  ['TEMP', ['hall', ' 1', '  temp', ' 2', '  temp'], 2],
  ['hall/1', ['hall', ' 1'], 1],
  ['l/2/te', ['hall', ' 2', '  temp'], 1],
  ['hall/+/temp', ['hall', ' 1', '  temp', ' 2', '  temp'], 2],
  ['hall/1/#', ['hall', ' 1', '  hum', '  temp'], 2],
  ['+', ['desk'], 1],
  ['#', ['desk', 'hall'], 6],
  ['$SYS/#', ['$SYS', ' uptime'], 1],
  ['nothing', [], 0],
])('searching for %s shows the matching branches', (find, expected, matches) => {
  const tree = treeOf('hall/1/temp', 'hall/1/hum', 'hall/2/temp', 'hall/2/hum', 'hall/3', 'desk', '$SYS/uptime')
  const rows = createTreeRows(tree)
  const seen = rows.view(viewport({ find }))
  expect(seen.matches).toBe(matches)
  if (find === '#') expect(outline(seen.rows).filter((row) => !row.startsWith(' '))).toEqual(expected)
  else expect(outline(seen.rows)).toEqual(expected)
})

test('the keys move between rows and levels', () => {
  const tree = treeOf('a/1', 'a/2', 'b')
  const rows = createTreeRows(tree)
  const node = (topic: string) => tree.find(topic)
  rows.setExpanded(node('a') ?? 0, true)
  rows.view(viewport())
  expect(rows.step(undefined, 'down')).toBe(node('a'))
  expect(rows.step(node('a'), 'in')).toBe(node('a/1'))
  expect(rows.step(node('a/1'), 'down')).toBe(node('a/2'))
  expect(rows.step(node('a/2'), 'out')).toBe(node('a'))
  expect(rows.step(node('a'), 'last')).toBe(node('b'))
  expect(rows.step(node('b'), 'down')).toBe(node('b'))
})

test('the rows of a huge branch are limited, and the last row has the number of further levels', () => {
  const tree = createTopicTree()
  for (let index = 0; index < 100_500; index++) tree.count(bytes(`load/${index}`), 0)
  const rows = createTreeRows(tree)
  rows.view(viewport())
  rows.setExpanded(tree.find('load') ?? 0, true)
  const seen = rows.view(viewport({ from: 100_000, to: 100_010 }))
  expect(seen.total).toBe(100_002)
  expect(seen.rows.at(-1)).toMatchObject({ more: 500 })
  expect(rows.step(tree.find('load'), 'last')).not.toBe(tree.find('load'))
})
