import { fileURLToPath } from 'node:url'
import { createTempFolder, startProcess } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('killed-process.ts', import.meta.url))

const numbers = (output: string, word: string) =>
  [...output.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].flatMap(([, some = '']) => some.split(' ').map(Number))

test('accepted requests survive a killed process and keep their order', async () => {
  const folder = await createTempFolder()
  onTestFinished(() => folder.remove())
  const run = (what: string) => startProcess({ command: process.execPath, args: [script, folder.path, what] })
  const first = run('fill')
  await first.line(/^accepted 500$/)
  await first.kill()
  const accepted = numbers(first.output(), 'accepted')
  const sentBefore = numbers(first.output(), 'sent')
  expect(sentBefore.length).toBeGreaterThan(0)
  const second = run('drain')
  await second.line(/^drained$/)
  await second.exited
  const sentAfter = numbers(second.output(), 'sent')
  expect(sentAfter.length).toBeGreaterThan(0)
  // An item that was sent as the process died may arrive twice.
  const sent = new Set([...sentBefore, ...sentAfter])
  expect(accepted.filter((number) => !sent.has(number))).toEqual([])
  expect(sentAfter).toEqual([...sentAfter].sort((a, b) => a - b))
})
