import { z } from 'zod'
import { filterFault } from '../../lib/topic-filter.ts'

/** The list as the URL holds it. */
export const retainedSearch = z.object({
  /** A topic filter. Spaces at its ends are part of it. */
  topic: z
    .string()
    .refine((filter) => filterFault(filter) === undefined)
    .optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  /** The topic whose message is open. With wildcards the broker would show any message that matches. */
  message: z
    .string()
    .regex(/^[^+#]+$/)
    .optional(),
})
