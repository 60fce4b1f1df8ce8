import { isRecord } from '@mqdeck/contract'
import { isAlarmList, listAt, objectAt, recordings } from '@mqdeck/testkit'
import type { RunningServer } from 'mqdeck'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { compareAnswer } from './compare-answer.ts'
import { isRemote } from './remote.ts'
import { replay } from './replay.ts'
import { startTarget, type Target } from './target.ts'

let target: Target & { readonly server: RunningServer }
beforeAll(async () => {
  if (!isRemote) target = await startTarget()
})
afterAll(() => target?.stop())

const lists = ['get-fresh', 'seed', 'get-seeded'].flatMap(recordings).filter(isAlarmList)
const begun: string[] = []

/** Causes the alarms that were recorded. */
function raise(row: unknown): void {
  const { name, message } = objectAt({ row }, 'row')
  if (!isRecord(row)) throw new Error('an alarm is an object')
  target.server.alarms.activate(String(name), objectAt(row, 'details'), String(message))
  if ('deactivate_at' in row) target.server.alarms.deactivate(String(name))
  else begun.push(String(name))
}

// Raised within the process, because no request makes a broker run out of memory.
describe.skipIf(isRemote)('alarms', () => {
  afterEach(async () => {
    for (const name of begun.splice(0)) target.server.alarms.deactivate(name)
    await fetch(`${target.url}/api/v5/alarms`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${target.token}` },
    })
  })

  test.each(lists)('are returned as in $name', async (recording) => {
    for (const row of listAt(recording.body, 'data')) raise(row)
    expect(compareAnswer(recording, await replay(target, recording, `Bearer ${target.token}`))).toEqual([])
  })

  test('were all compared', () => {
    expect(lists.length).toBe(6)
  })
})
