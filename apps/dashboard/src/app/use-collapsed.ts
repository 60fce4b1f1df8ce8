import { useState, useSyncExternalStore } from 'react'
import { createStoredValue } from '../lib/stored-value.ts'

const leftBarCollapse = createStoredValue<boolean>('leftBarCollapse', {
  parse: (text) => text === 'true',
  format: String,
})

/** Wider than a phone, but too narrow for the page beside an expanded navigation. */
const medium = '(720px <= width < 1024px)'

const watchMedium = (listener: () => void) => {
  const query = matchMedia(medium)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the navigation shows icons only. The choice of the user is stored; on a medium window the navigation is
 * collapsed until it is expanded, which is not stored.
 */
export function useCollapsed(): readonly [isCollapsed: boolean, toggle: () => void] {
  const stored = useSyncExternalStore(leftBarCollapse.subscribe, leftBarCollapse.get)
  const isMedium = useSyncExternalStore(watchMedium, () => matchMedia(medium).matches)
  const [isExpandedOnMedium, setExpandedOnMedium] = useState(false)
  if (isMedium) return [!isExpandedOnMedium, () => setExpandedOnMedium((isExpanded) => !isExpanded)]
  return [stored, () => leftBarCollapse.set(!stored)]
}
