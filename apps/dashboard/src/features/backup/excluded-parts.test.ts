import type { BackupPreview } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import {
  countChanges,
  countRecords,
  initiallyExcluded,
  movesPage,
  removedObjects,
  toRestoredParts,
} from './excluded-parts.ts'

const table = { replaced: 2, unchanged: 5, skipped: 0, refused: 1, refusals: [], kept: 0, requires_password: false }
const objects = { added: [], changed: [], removed: [] }
const preview: BackupPreview = {
  origin: { version: '5.8.0', edition: 'ce' },
  errors: [{ path: 'retainer.max_payload_size', reason: 'must be a size' }],
  roots: [
    { ...objects, name: 'mqtt', changes: [{ path: 'mqtt.max_inflight', from: 1, to: 2 }] },
    { ...objects, name: 'log', changes: [] },
    {
      ...objects,
      name: 'dashboard',
      removed: ['dashboard.listeners.https'],
      changes: [{ path: 'dashboard.listeners.http.bind', from: 1, to: 2 }],
    },
  ],
  tables: [
    { ...table, name: 'banned', added: 1 },
    { ...table, name: 'api_keys', added: 3 },
  ],
  files: [],
  ignored: [],
  missing_plugins: [],
}

test('without exclusions everything is restored, including parts missing in the preview', () => {
  expect(toRestoredParts(preview, { roots: [], tables: [] })).toEqual({ include: ['api_keys'] })
  expect(countChanges(preview, { roots: [], tables: [] })).toBe(2)
  expect(countRecords(preview, { roots: [], tables: [] })).toBe(8)
})

test('with exclusions all remaining parts are listed, including unchanged ones', () => {
  const excluded = { roots: ['retainer', 'dashboard'], tables: ['banned'] }
  expect(toRestoredParts(preview, excluded)).toEqual({ roots: ['mqtt', 'log'], tables: [], include: ['api_keys'] })
  expect(countChanges(preview, excluded)).toBe(1)
  expect(countRecords(preview, excluded)).toBe(5)
})

test('accounts are restored only if they are selected, and removed objects of excluded sections stay', () => {
  expect(toRestoredParts(preview, initiallyExcluded)).toEqual({ include: [] })
  expect(countRecords(preview, initiallyExcluded)).toBe(3)
  expect(removedObjects(preview, initiallyExcluded)).toEqual(['dashboard.listeners.https'])
  expect(removedObjects(preview, { roots: ['dashboard'], tables: [] })).toEqual([])
})

test('the page moves only with listeners that are restored', () => {
  expect(movesPage(preview, { roots: [], tables: [] })).toBe(true)
  expect(movesPage(preview, { roots: ['dashboard'], tables: [] })).toBe(false)
})
