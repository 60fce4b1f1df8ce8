import type { endpoints, Handlers } from '@mqdeck/contract'
import type { Call } from '../../http/mount.ts'

/** Handlers of the endpoints of one resource. */
export type HandlersOf<Resource extends keyof typeof endpoints> = Handlers<(typeof endpoints)[Resource], Call>
