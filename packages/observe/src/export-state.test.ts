import type { Log } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createExportStateTracker } from './export-state.ts'

function open() {
  const lines: string[] = []
  const write = (fields: object, event: string) => lines.push(`${event} ${JSON.stringify(fields)}`)
  const log: Log = { isEnabled: () => true, debug: write, info: write, warn: write, error: write }
  const events = { failed: 'failed', recovered: 'recovered', dropped: 'full' }
  return { lines, tracker: createExportStateTracker({ clock: createFakeClock(), log, events, logFields: () => ({}) }) }
}

test('the state changes from off to waiting, exporting and failing', () => {
  const { tracker } = open()
  expect(tracker.state()).toEqual({ state: 'off', dropped: 0 })
  const run = tracker.begin()
  expect(tracker.state().state).toBe('waiting')
  run.onSuccess()
  expect(tracker.state().state).toBe('exporting')
  run.onFailure('no route')
  expect(tracker.state()).toMatchObject({ state: 'failing', reason: 'no route', failed_at: expect.any(Number) })
  tracker.end()
  expect(tracker.state().state).toBe('off')
})

test('consecutive failures and drops are logged once, and the recovery with the number of drops', () => {
  const { tracker, lines } = open()
  const run = tracker.begin()
  for (let count = 0; count < 3; count += 1) run.onFailure('no route')
  for (let count = 0; count < 5; count += 1) run.onDrop(2)
  run.onSuccess()
  run.onSuccess()
  expect(lines).toEqual(['failed {"reason":"no route"}', 'full {}', 'recovered {"dropped":10}'])
  expect(tracker.state().dropped).toBe(10)
})

test('late reports of an earlier run only change the drop count', () => {
  const { tracker, lines } = open()
  const before = tracker.begin()
  tracker.begin()
  before.onFailure('gone')
  before.onSuccess()
  before.onDrop(1)
  expect(tracker.state()).toEqual({ state: 'waiting', dropped: 1 })
  expect(lines).toEqual([])
})
