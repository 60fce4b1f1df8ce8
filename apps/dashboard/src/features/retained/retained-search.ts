import { z } from 'zod'
import { filterFault } from '../../lib/topic-filter.ts'

/** Search parameters of the list. */
export const retainedSearch = z.object({
  /** A topic filter. Leading and trailing spaces are part of it. */
  topic: z
    .string()
    .refine((filter) => filterFault(filter) === undefined)
    .optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  /** Topic of the open message. With wildcards the broker would return any matching message. */
  message: z
    .string()
    .regex(/^[^+#]+$/)
    .optional(),
})
