import { createValue, type Value } from '../../lib/json/value.ts'
import { type PageVisibility, tabVisibility } from '../page-visibility.ts'
import { endedByIdleness, lastActive as everywhere } from './idle-activity.ts'

/** Ends the session after inactivity. */
export interface IdleWatch {
  /** End of the session, while it is less than a minute away; milliseconds since 1970. */
  readonly endsAt: Pick<Value<number | undefined>, 'get' | 'subscribe'>
  /** The user is present: the time restarts in every tab. */
  readonly stay: () => void
  readonly close: () => void
}

const warnBefore = 60_000
/** Milliseconds between two writes of the activity time, so that mouse moves do not write constantly. */
const noteEvery = 5000
/** Timers pause while a computer sleeps, the clock does not. */
const lookEvery = 20_000

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Calls `onIdle` after `limit` milliseconds without activity in this or any other tab, by the system clock. In the
 * last minute only `stay` counts, so that an accidental mouse move does not answer the question.
 */
export function createIdleWatch({
  limit,
  onIdle,
  lastActive = everywhere,
  visibility = tabVisibility,
  events = window,
  now = Date.now,
}: {
  readonly limit: number
  readonly onIdle: () => void
  readonly lastActive?: Value<number>
  readonly visibility?: PageVisibility
  readonly events?: EventTarget
  readonly now?: () => number
}): IdleWatch {
  const endsAt = createValue<number | undefined>(undefined)
  const warning = Math.min(warnBefore, limit / 2)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  function check(): void {
    clearTimeout(timer)
    if (isOver) return
    // From the previous login.
    if (lastActive.get() === endedByIdleness) return
    if (lastActive.get() === 0) {
      // Checks again on its own.
      lastActive.set(now())
      return
    }
    const end = Math.min(lastActive.get(), now()) + limit
    const left = end - now()
    if (left <= 0) {
      finish()
      return
    }
    endsAt.set(left <= warning ? end : undefined)
    timer = setTimeout(check, Math.min(left <= warning ? left : left - warning, lookEvery))
  }

  function finish(): void {
    isOver = true
    endsAt.set(undefined)
    onIdle()
  }

  /** Another tab has ended the session; where tabs cannot share a session, each has to end its own. */
  function follow(): void {
    if (!isOver && lastActive.get() === endedByIdleness) finish()
    else check()
  }

  function note(): void {
    // Activity after the end does not count, also if a timer is late.
    check()
    if (isOver || endsAt.get() !== undefined || now() - lastActive.get() < noteEvery) return
    lastActive.set(now())
  }

  const stopWatching = [lastActive.subscribe(follow), visibility.onChange(check)]
  for (const event of signsOfLife) events.addEventListener(event, note, { capture: true, passive: true })
  check()

  return {
    endsAt,
    stay: () => lastActive.set(now()),
    close() {
      isOver = true
      clearTimeout(timer)
      for (const stop of stopWatching) stop()
      for (const event of signsOfLife) events.removeEventListener(event, note, { capture: true })
    },
  }
}
