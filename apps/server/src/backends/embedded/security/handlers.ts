import { ok } from '@mqdeck/contract'
import { createWellKnownPassword } from './well-known-password.ts'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'

export function securityHandlers({ users }: Services): HandlersOf<'security'> {
  const hasWellKnownPassword = createWellKnownPassword(users)
  return { getSecurityFacts: async () => ok({ default_password: await hasWellKnownPassword() }) }
}
