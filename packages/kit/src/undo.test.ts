import { expect, test } from 'vitest'
import { runSteps, type Step } from './undo.ts'

function createSteps(failing: readonly string[] = []) {
  const calls: string[] = []
  const call = async (text: string) => {
    await undefined
    calls.push(text)
    if (failing.includes(text)) throw new Error(`${text} failed`)
  }
  const step = (name: string): Step => ({ run: () => call(`run ${name}`), undo: () => call(`undo ${name}`) })
  return { calls, steps: [step('a'), step('b'), step('c')] }
}

test('steps run in order, and the returned function undoes them in reverse order', async () => {
  const { calls, steps } = createSteps()
  const undo = await runSteps(steps)
  expect(calls.splice(0)).toEqual(['run a', 'run b', 'run c'])
  await undo()
  expect(calls).toEqual(['undo c', 'undo b', 'undo a'])
})

test('if a step fails, only the steps before it are undone, and its error is thrown', async () => {
  const { calls, steps } = createSteps(['run c'])
  await expect(runSteps(steps)).rejects.toThrow(/^run c failed$/)
  expect(calls).toEqual(['run a', 'run b', 'run c', 'undo b', 'undo a'])
})

test('if a step cannot be undone, the others are, and all errors are reported', async () => {
  const { calls, steps } = createSteps(['run c', 'undo b'])
  await expect(runSteps(steps)).rejects.toThrow(
    'the previous state could not be restored: Error: run c failed; Error: undo b failed',
  )
  expect(calls).toEqual(['run a', 'run b', 'run c', 'undo b', 'undo a'])
})

test('the returned function undoes as many steps as possible and rejects with the errors of the others', async () => {
  const { calls, steps } = createSteps(['undo c'])
  const undo = await runSteps(steps)
  await expect(undo()).rejects.toThrow('the previous state could not be restored: Error: undo c failed')
  expect(calls.slice(3)).toEqual(['undo c', 'undo b', 'undo a'])
})
