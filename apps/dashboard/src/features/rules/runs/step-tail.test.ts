import type { RuleStep } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { createStepTail, type StepAnswer } from './step-tail.ts'

const step = (position: number): RuleStep => ({ position, run: 1, triggered_at: 0, at: 0, event: 'rule_activated' })
const steps = (...positions: readonly number[]) => positions.map(step)

function tailOver(...answers: readonly (StepAnswer | Error | undefined)[]) {
  const asked: number[] = []
  let next = 0
  const tail = createStepTail(async (after) => {
    asked.push(after)
    const answer = answers[next++]
    if (answer instanceof Error) throw answer
    return answer
  }, 4)
  const shown = () => tail.state.get().steps.map(({ position }) => position)
  return { tail, asked, shown }
}

describe('the steps of a rule', () => {
  test('are those from now on, each once', async () => {
    const { tail, asked, shown } = tailOver(
      { position: 2, steps: steps(1, 2) },
      { position: 4, steps: steps(3, 4) },
      { position: 4, steps: [] },
    )
    for (let round = 0; round < 3; round += 1) await tail.newer()
    expect(shown()).toEqual([3, 4])
    expect(asked).toEqual([0, 2, 4])
  })

  test('are not asked for twice at a time', async () => {
    const { tail, asked } = tailOver({ position: 0, steps: [] })
    await Promise.all([tail.newer(), tail.newer()])
    expect(asked).toEqual([0])
  })

  test('continue after the broker restarts its count, with the number of missed steps', async () => {
    const { tail, shown } = tailOver(
      { position: 9, steps: [] },
      { position: 2, steps: steps(1, 2) },
      { position: 6, steps: steps(5, 6) },
    )
    for (let round = 0; round < 3; round += 1) await tail.newer()
    expect(shown()).toEqual([1, 2, 5, 6])
    expect(tail.state.get().missed).toBe(2)
  })

  test('are only the newest, and stay while there is no answer', async () => {
    const { tail, shown } = tailOver(
      { position: 0, steps: [] },
      { position: 6, steps: steps(1, 2, 3, 4, 5, 6) },
      new Error('no answer'),
    )
    for (let round = 0; round < 3; round += 1) await tail.newer()
    expect(shown()).toEqual([3, 4, 5, 6])
    expect(tail.state.get().error?.message).toBe('no answer')
  })

  test('say what is missing of them, and of which nodes, until those answer', async () => {
    const { tail, shown } = tailOver(
      { position: 0, steps: [], isTraced: true },
      { position: 1, steps: steps(1), isCut: true, silentNodes: ['n2'], isTraced: true },
      { position: 1, steps: [], silentNodes: [], isTraced: true },
    )
    for (let round = 0; round < 2; round += 1) await tail.newer()
    expect(tail.state.get()).toMatchObject({ isCut: true, silentNodes: ['n2'], isTraced: true })
    await tail.newer()
    expect(tail.state.get()).toMatchObject({ isCut: true, silentNodes: [] })
    expect(shown()).toEqual([1])
    tail.clear()
    expect(tail.state.get().isCut).toBe(false)
  })

  test('are unknown to other brokers', async () => {
    const { tail } = tailOver(undefined)
    await tail.newer()
    expect(tail.state.get()).toMatchObject({ isUnsupported: true, isOpen: true })
  })
})
