import type { Log } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createExportWatch } from './export-state.ts'

function open() {
  const lines: string[] = []
  const write = (fields: object, event: string) => lines.push(`${event} ${JSON.stringify(fields)}`)
  const log: Log = { isEnabled: () => true, debug: write, info: write, warn: write, error: write }
  const events = { failed: 'failed', recovered: 'recovered', dropped: 'full' }
  return { lines, watch: createExportWatch({ clock: createFakeClock(), log, events, about: () => ({}) }) }
}

test('is off, waiting, exporting and failing in turn', () => {
  const { watch } = open()
  expect(watch.state()).toEqual({ state: 'off', dropped: 0 })
  const run = watch.begin()
  expect(watch.state().state).toBe('waiting')
  run.succeeded()
  expect(watch.state().state).toBe('exporting')
  run.failed('no route')
  expect(watch.state()).toMatchObject({ state: 'failing', reason: 'no route', failed_at: expect.any(Number) })
  watch.end()
  expect(watch.state().state).toBe('off')
})

test('failures in a row, and what is dropped in a row, are told once, and that they are over with the number', () => {
  const { watch, lines } = open()
  const run = watch.begin()
  for (let count = 0; count < 3; count += 1) run.failed('no route')
  for (let count = 0; count < 5; count += 1) run.dropped(2)
  run.succeeded()
  run.succeeded()
  expect(lines).toEqual(['failed {"reason":"no route"}', 'full {}', 'recovered {"dropped":10}'])
  expect(watch.state().dropped).toBe(10)
})

test('what an exporter of before tells late changes nothing but the number of what was dropped', () => {
  const { watch, lines } = open()
  const before = watch.begin()
  watch.begin()
  before.failed('gone')
  before.succeeded()
  before.dropped(1)
  expect(watch.state()).toEqual({ state: 'waiting', dropped: 1 })
  expect(lines).toEqual([])
})
