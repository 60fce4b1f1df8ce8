import type { Broker } from '@mqdeck/broker'
import { banDimensions } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import * as z from 'zod'
import { defineBackupTable } from '../backup/backup-table.ts'
import { epochSeconds, secondsOrNever } from '../backup/fields.ts'
import { kickWhere } from './enforce.ts'
import { toTest } from './matchers.ts'
import type { BanRecord, Bans } from './service.ts'

const Ban = z.strictObject({
  as: z.enum(banDimensions),
  who: z.string().min(1).max(65_535),
  by: z.string().max(65_535),
  reason: z.string().max(65_535),
  at: epochSeconds(),
  /** `infinity` never expires. */
  until: secondsOrNever(),
})
type Ban = z.infer<typeof Ban>

/** Banned clients. */
export const banTable = (bans: Bans, broker: Broker, clock: Clock) =>
  defineBackupTable<Ban>({
    name: 'banned',
    schema: Ban,
    nameOf: ({ as, who }) => `${as} ${who}`,
    dump: () => bans.list().map(toJson),
    find: ({ as, who }) => {
      const here = bans.get(as, who)
      return here && toJson(here)
    },
    check: ({ as, who }) => void toTest(as, who),
    isOver: ({ until }) => until !== 'infinity' && until <= clock.now() / 1000,
    put: ({ until, ...ban }) =>
      bans.restore({ ...ban, until: until === 'infinity' ? Number.POSITIVE_INFINITY : until }),
    finish: () => kickWhere(broker, (info) => bans.isBanned(info)),
  })

const toJson = ({ as, who, by, reason, at, until }: BanRecord): Ban => ({
  as,
  who,
  by,
  reason,
  at,
  until: until === Number.POSITIVE_INFINITY ? 'infinity' : until,
})
