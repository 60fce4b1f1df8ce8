import type { Ban } from '@mqdeck/contract'
import { secondsToRfc3339 } from '../rfc3339.ts'
import type { BanRecord } from './service.ts'

export const toBan = ({ as, who, by, reason, at, until }: BanRecord): Ban => ({
  as,
  who,
  by,
  reason,
  at: secondsToRfc3339(at),
  until: until === Number.POSITIVE_INFINITY ? 'infinity' : secondsToRfc3339(until),
})
