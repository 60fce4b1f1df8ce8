import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSearch } from './search-state.ts'

const search = z.object({
  page: z.coerce.number().int().min(1).default(1),
  state: z.enum(['connected', 'disconnected']).optional(),
  clientid: z.string().optional(),
})

test('texts of the URL become typed values', () => {
  expect(readSearch(search, { page: '3', state: 'connected' })).toEqual({ page: 3, state: 'connected' })
})

test('each invalid value is ignored, and the others are kept', () => {
  expect(readSearch(search, { page: 'many', state: 'asleep', clientid: 'a' })).toEqual({ page: 1, clientid: 'a' })
})
