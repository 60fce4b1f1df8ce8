import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createTaskThread } from './task-thread.ts'

/** Milliseconds that are enough on a busy machine. */
const enough = 120_000

/** A thread that answers `echo` with its number of tasks, and does what other texts say. */
const code = `
const { parentPort } = require('node:worker_threads')
let count = 0
parentPort.on('message', (task) => {
  count += 1
  if (task === 'throw') throw new Error('broken task')
  if (task === 'exit') process.exit(0)
  if (task === 'throw later') setTimeout(() => { throw new Error('broken later') }, 1)
  if (task !== 'hang') parentPort.postMessage(count)
})
parentPort.postMessage('ready')
`
function open({ taskLimit = enough, startLimit = enough, source = code } = {}) {
  const started: Worker[] = []
  const start = () => {
    const worker = new Worker(source, { eval: true })
    started.push(worker)
    return worker
  }
  return { thread: createTaskThread<string, number>({ start, startLimit, taskLimit }), started }
}

describe('a thread for tasks', () => {
  it('is started with the first task and runs all tasks in their order', async () => {
    const { thread, started } = open()
    expect(started).toHaveLength(0)
    expect(await Promise.all([thread.run('echo'), thread.run('echo'), thread.run('echo')])).toEqual([1, 2, 3])
    expect(started).toHaveLength(1)
  })

  it.each([
    ['throw', 'broken task'],
    ['exit', 'the thread has ended'],
  ])('that ends by the task %s rejects with the reason, and the next task gets a new thread', async (task, message) => {
    const { thread, started } = open()
    await expect(thread.run(task)).rejects.toMatchObject({ reason: 'ended', message })
    expect(await thread.run('echo')).toBe(1)
    expect(started).toHaveLength(2)
  })

  it('that fails between two tasks does not end the process, and the next task gets a new thread', async () => {
    const { thread, started } = open()
    expect(await thread.run('throw later')).toBe(1)
    await new Promise((resolve) => started[0]?.once('exit', resolve))
    expect(await thread.run('echo')).toBe(1)
  })

  it('that is slower than its limit is ended, and the next task gets a new thread', async () => {
    const { thread, started } = open({ taskLimit: 1000 })
    await thread.run('echo')
    const isOver = new Promise((resolve) => started[0]?.once('exit', resolve))
    await expect(thread.run('hang')).rejects.toMatchObject({
      reason: 'too_slow',
      message: 'it takes longer than 1000 ms',
    })
    await isOver
  })

  it('that does not become ready rejects with this reason', async () => {
    const { thread } = open({ startLimit: 100, source: 'setInterval(() => {}, 1000)' })
    await expect(thread.run('echo')).rejects.toMatchObject({ reason: 'not_started' })
  })
})
