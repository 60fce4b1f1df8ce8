import { z } from 'zod'

/** Search parameters of the list. */
export const delayedSearch = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  /** The open message: its node and its id. */
  message: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .optional(),
})
