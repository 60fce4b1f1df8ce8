import { z } from 'zod'
import { pageSearch } from '../../api/index.ts'

/** Search parameters of the list. */
export const delayedSearch = pageSearch.extend({
  /** The open message: its node and its id. */
  message: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .optional(),
})
