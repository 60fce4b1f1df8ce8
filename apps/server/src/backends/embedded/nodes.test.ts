import { describe, expect, it } from 'vitest'
import { commonStatus, createNodes, toNodeMetrics, total } from './nodes.ts'

describe('an operation', () => {
  const nodes = createNodes('n1@127.0.0.1')
  const double = nodes.operation((value: number) => value * 2)

  it('on this node resolves to its result', async () => {
    expect(await double.on('n1@127.0.0.1', 4)).toBe(8)
  })

  it('on a node that does not exist rejects with NOT_FOUND', async () => {
    await expect(double.on('n2@127.0.0.1', 4)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Node not found: n2@127.0.0.1',
    })
  })

  it('on all nodes resolves to one answer for each node', async () => {
    expect(await double.onAll(4)).toEqual([{ node: 'n1@127.0.0.1', answer: 8 }])
  })
})

it('a list filter for a node that does not exist is refused with NODE_DOWN', () => {
  expect(() => createNodes('n1').requireFilter('n2')).toThrow('bad rpc call')
  expect(() => createNodes('n1').requireFilter(undefined)).not.toThrow()
})

describe('answers of several nodes', () => {
  const answers = [
    { node: 'n1', answer: { matched: 1, failed: 2 } },
    { node: 'n2', answer: { matched: 10, failed: 20 } },
  ]

  it('are added counter by counter', () => {
    expect(total(answers)).toEqual({ matched: 11, failed: 22 })
  })

  it('are also listed for each node', () => {
    expect(toNodeMetrics(answers)).toEqual({
      metrics: { matched: 11, failed: 22 },
      node_metrics: [
        { node: 'n1', metrics: { matched: 1, failed: 2 } },
        { node: 'n2', metrics: { matched: 10, failed: 20 } },
      ],
    })
  })

  it('with the same status have that status, with different ones they are inconsistent', () => {
    expect(commonStatus(['connected', 'connected'])).toBe('connected')
    expect(commonStatus(['connected', 'disconnected'])).toBe('inconsistent')
  })
})
