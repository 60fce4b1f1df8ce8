import type { Alarm } from '@mqdeck/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { useConnection } from '../../api/index.ts'
import { useNow } from '../../ui/index.ts'
import { activeMutes, mutes } from './mute-store.ts'
import { alarmCountQuery } from './queries.ts'

const hour = 60 * 60 * 1000

type Named = Pick<Alarm, 'name'>

interface MutedAlarms {
  /** When the alarm counts again, in milliseconds since the epoch; undefined if it is not muted. */
  readonly mutedUntil: (alarm: Named) => number | undefined
  readonly mute: (alarm: Named) => void
  readonly unmute: (alarm: Named) => void
}

/** Muted alarms do not count in the badge. A mute belongs to this browser and ends after an hour. */
export function useMutedAlarms(): MutedAlarms {
  const stored = useSyncExternalStore(mutes.subscribe, mutes.get)
  const { queries } = useConnection()
  useNow(5000)
  // Text, so that lists render only when a mute starts or ends.
  const active = JSON.stringify([...activeMutes(stored)])
  return useMemo(() => {
    const untils = new Map<string, number>(JSON.parse(active))
    const change = (apply: (all: Map<string, number>) => void) => {
      const all = new Map(activeMutes(mutes.get()))
      apply(all)
      mutes.set(all)
      void queries.invalidateQueries({ queryKey: [alarmCountQuery.name] })
    }
    return {
      mutedUntil: ({ name }) => untils.get(name),
      mute: ({ name }) => change((all) => all.set(name, Date.now() + hour)),
      unmute: ({ name }) => change((all) => all.delete(name)),
    }
  }, [active, queries])
}
