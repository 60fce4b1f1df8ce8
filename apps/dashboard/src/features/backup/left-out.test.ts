import type { BackupPreview } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { changesIn, movesPage, recordsIn, toChoice } from './left-out.ts'

const table = { replaced: 2, unchanged: 5, skipped: 0, refused: 1, refusals: [], kept: 0 }
const preview: BackupPreview = {
  origin: { version: '5.8.0', edition: 'ce' },
  errors: [{ path: 'retainer.max_payload_size', reason: 'must be a size' }],
  roots: [
    { name: 'mqtt', changes: [{ path: 'mqtt.max_inflight', from: 1, to: 2 }] },
    { name: 'log', changes: [] },
    { name: 'dashboard', changes: [{ path: 'dashboard.listeners.http.bind', from: 1, to: 2 }] },
  ],
  tables: [
    { ...table, name: 'banned', added: 1 },
    { ...table, name: 'api_keys', added: 3 },
  ],
  files: [],
  ignored: [],
}

test('nothing left out is everything, whatever the preview knows', () => {
  expect(toChoice(preview, { roots: [], tables: [] })).toEqual({})
  expect(changesIn(preview, { roots: [], tables: [] })).toBe(2)
  expect(recordsIn(preview, { roots: [], tables: [] })).toBe(8)
})

test('what is left out is named by what remains, also of parts without a change', () => {
  const left = { roots: ['retainer', 'dashboard'], tables: ['banned'] }
  expect(toChoice(preview, left)).toEqual({ roots: ['mqtt', 'log'], tables: ['api_keys'] })
  expect(changesIn(preview, left)).toBe(1)
  expect(recordsIn(preview, left)).toBe(5)
})

test('the page moves only with listeners that are restored', () => {
  expect(movesPage(preview, { roots: [], tables: [] })).toBe(true)
  expect(movesPage(preview, { roots: ['dashboard'], tables: [] })).toBe(false)
})
