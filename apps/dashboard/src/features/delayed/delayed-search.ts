import { z } from 'zod'

/** The list as the URL holds it. */
export const delayedSearch = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  /** The message that is open: its node and its id. */
  message: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .optional(),
})
