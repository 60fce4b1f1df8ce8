import { describe, expect, test } from 'vitest'
import {
  emptyFlow,
  type FlowDraft,
  graphOf,
  newConnectorsOf,
  outputOf,
  problemOf,
  withChangedSource,
  withInput,
  withNewSource,
  withOutput,
  withoutNode,
} from './flow-draft.ts'

const source = {
  channel: { type: 'mqtt', name: 's1', connector: 'c1' },
  connector: { type: 'mqtt', name: 'c1', server: '127.0.0.1:1883' },
}
const console = { kind: 'builtIn', action: { function: 'console' } } as const
const republish = { kind: 'builtIn', action: { function: 'republish', args: { topic: 'out' } } } as const
const flow = (sql: string, more: Partial<FlowDraft> = {}): FlowDraft => ({ ...emptyFlow('f'), sql, ...more })
const shape = (draft: FlowDraft) => {
  const { nodes, edges } = graphOf(draft)
  return { nodes: nodes.map(({ id }) => id), edges: edges.map(({ from, to }) => `${from} > ${to}`) }
}

describe('the graph of a rule', () => {
  test('without fields and filter leads from each input to each output', () => {
    const draft = flow('SELECT * FROM "a", "$events/client_connected"', { outputs: [console, republish] })
    expect(shape(draft)).toEqual({
      nodes: ['topic:a', 'event:$events/client_connected', 'console', 'republish:0'],
      edges: [
        'topic:a > console',
        'event:$events/client_connected > console',
        'topic:a > republish:0',
        'event:$events/client_connected > republish:0',
      ],
    })
  })

  test('with fields and filter passes them in this order', () => {
    const draft = flow(`SELECT upper(topic) as t FROM "$bridges/mqtt:s1" WHERE qos > 0`, {
      outputs: [{ kind: 'action', id: 'http:a' }],
      newSources: [source],
    })
    expect(shape(draft)).toEqual({
      nodes: ['source:mqtt:s1', 'function', 'filter', 'action:http:a'],
      edges: ['source:mqtt:s1 > function', 'function > filter', 'filter > action:http:a'],
    })
    expect(graphOf(draft).nodes).toMatchObject([
      { name: 'mqtt:s1', isNew: true, note: 'c1' },
      { note: 'upper(topic) as t' },
      { note: 'qos > 0' },
      { name: 'http:a' },
    ])
  })

  test('with FOREACH has one node for the fields', () => {
    expect(graphOf(flow('FOREACH payload.list FROM "a"')).nodes).toMatchObject([
      { id: 'topic:a' },
      { id: 'function', note: 'FOREACH' },
    ])
  })
})

describe('a change of the picture', () => {
  test('adds inputs and a new source with its connector', () => {
    const draft = withNewSource(withInput(emptyFlow('f'), 'a/#'), source)
    expect(graphOf(draft).nodes.map(({ id }) => id)).toEqual(['topic:a/#', 'source:mqtt:s1'])
    expect(newConnectorsOf(draft)).toEqual([source.connector])
    const renamed = withChangedSource(draft, 'mqtt:s1', { channel: { ...source.channel, name: 's2' } })
    expect(graphOf(renamed).nodes.map(({ id }) => id)).toEqual(['topic:a/#', 'source:mqtt:s2'])
  })

  test.each([
    ['function', 'SELECT\n  *\nFROM "a", "b" WHERE x = 1'],
    ['filter', 'SELECT y FROM "a", "b"'],
    ['topic:a', 'SELECT y FROM "b" WHERE x = 1'],
  ])('removes %s and keeps the rest of the SQL', (id, sql) => {
    const draft = flow('SELECT y FROM "a", "b" WHERE x = 1', { outputs: [console] })
    const node = graphOf(draft).nodes.find((one) => one.id === id)
    if (!node) throw new Error(id)
    expect(withoutNode(draft, node)).toMatchObject({ sql, outputs: [console] })
  })

  test('removes one of two equal outputs, and replaces one in its place', () => {
    const draft = flow('SELECT * FROM "a"', { outputs: [republish, console, republish] })
    expect(outputOf(draft, 'republish:1')?.index).toBe(2)
    const node = graphOf(draft).nodes.find(({ id }) => id === 'republish:1')
    if (!node) throw new Error('no node')
    expect(withoutNode(draft, node).outputs).toEqual([republish, console])
    expect(withOutput(draft, { kind: 'action', id: 'http:a' }, 1).outputs).toEqual([
      republish,
      { kind: 'action', id: 'http:a' },
      republish,
    ])
  })
})

test('a flow needs an input, valid SQL and an output', () => {
  expect(problemOf(emptyFlow('f'))).toBe('noInput')
  expect(problemOf(flow('SELECT a + FROM "t"', { outputs: [console] }))).toBe('sql')
  expect(problemOf(flow('SELECT * FROM "t"'))).toBe('noOutput')
  expect(problemOf(flow('SELECT * FROM "t"', { outputs: [console] }))).toBeUndefined()
})
