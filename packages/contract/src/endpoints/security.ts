import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { response } from '../fields/index.ts'

/** Facts for the security check that only the server can determine. */
export const SecurityFacts = response({
  /** Whether the first dashboard user still has the default password. */
  default_password: z.boolean(),
  /** Addresses and networks of `trusted_proxies`. */
  trusted_proxies: z.array(z.string()),
  /** Profile in force. */
  profile: z.enum(['open', 'hardened']),
  /** Whether other users of the machine can read the data folder. */
  data_folder_open: z.boolean(),
})
export type SecurityFacts = z.infer<typeof SecurityFacts>

/** Not for viewers, who could use it to sign in as another user. */
export const getSecurityFacts = endpoint({
  method: 'GET',
  path: '/mqdeck/security',
  tag: 'MQDeck',
  allows: 'administrators',
  ok: { 200: SecurityFacts },
})

export const security = { getSecurityFacts }
