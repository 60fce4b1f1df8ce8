import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer } from '../fields/index.ts'

/** What a list of what is left open needs to know, and only the server itself can tell. */
export const SecurityFacts = answer({
  /** Whether the first user of the dashboard can sign in with the password that everybody knows. */
  default_password: z.boolean(),
})
export type SecurityFacts = z.infer<typeof SecurityFacts>

/** Not for viewers: they could become somebody else. */
export const getSecurityFacts = endpoint({
  method: 'GET',
  path: '/mqdeck/security',
  tag: 'MQDeck',
  allows: 'administrators',
  ok: { 200: SecurityFacts },
})

export const security = { getSecurityFacts }
