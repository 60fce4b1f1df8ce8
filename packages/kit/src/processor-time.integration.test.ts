import { Worker } from 'node:worker_threads'
import { holdProcess, useProcessor } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { measureProcessorTime, processorLimit } from './processor-time.ts'

test('time in which another program has the processor is not counted', async () => {
  const hold = await holdProcess()
  const used = measureProcessorTime()
  const start = performance.now()
  useProcessor(100)
  const [counted, passed] = [used(), performance.now() - start]
  await hold.stop()
  expect(counted).toBeGreaterThan(50)
  expect(counted).toBeLessThan(150)
  expect(passed).toBeGreaterThan(2 * counted)
})

test('the work of another thread is not counted', async () => {
  const thread = new Worker('for (const end = Date.now() + 300; Date.now() < end; );', { eval: true })
  const used = measureProcessorTime()
  const all = process.cpuUsage()
  await new Promise((resolve) => thread.on('exit', resolve))
  expect(used()).toBeLessThan(process.cpuUsage(all).user / 1000 / 2)
})

test('a limit is reached after as much work, and not before', () => {
  const isOver = processorLimit(40)
  useProcessor(20)
  expect(isOver()).toBe(false)
  useProcessor(60)
  expect(isOver()).toBe(true)
})
