import { file } from './file/runtime.ts'
import { http } from './http/runtime.ts'
import { ldap } from './ldap/runtime.ts'
import { mongodb } from './mongodb/runtime.ts'
import { mysql } from './mysql/runtime.ts'
import type { AuthzBackend } from './port.ts'
import { postgresql } from './postgresql/runtime.ts'
import { redis } from './redis/runtime.ts'

/** Implementations of all sources except the built-in database, which needs the rules stored by the authorization. */
export const authzBackends: readonly AuthzBackend[] = [file, mysql, mongodb, postgresql, redis, http, ldap]
