import { builtInDatabase } from './built-in-database/runtime.ts'
import { http } from './http/runtime.ts'
import { jwt } from './jwt/runtime.ts'
import { ldap } from './ldap/runtime.ts'
import { mongodb } from './mongodb/runtime.ts'
import { mysql } from './mysql/runtime.ts'
import type { AuthnBackend } from './port.ts'
import { postgresql } from './postgresql/runtime.ts'
import { redis } from './redis/runtime.ts'
import { scram } from './scram/runtime.ts'
import { scramHttp } from './scram-http/runtime.ts'

/** Implementations of all authenticators. */
export const authnBackends: readonly AuthnBackend[] = [
  builtInDatabase,
  mysql,
  mongodb,
  postgresql,
  redis,
  http,
  ldap,
  jwt,
  scram,
  scramHttp,
]
