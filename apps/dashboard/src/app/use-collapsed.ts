import { useState, useSyncExternalStore } from 'react'
import { createStoredValue } from '../lib/browser/stored-value.ts'
import { useMedia } from '../ui/index.ts'

const leftBarCollapse = createStoredValue<boolean>('leftBarCollapse', {
  parse: (text) => text === 'true',
  format: String,
})

/**
 * Whether the navigation shows icons only. The choice of the user is stored; on a medium window the navigation is
 * collapsed until it is expanded, which is not stored.
 */
export function useCollapsed(): readonly [isCollapsed: boolean, toggle: () => void] {
  const stored = useSyncExternalStore(leftBarCollapse.subscribe, leftBarCollapse.get)
  // Wider than a phone, but too narrow for the page next to an expanded navigation.
  const isMedium = useMedia('(720px <= width < 1024px)')
  const [isExpandedOnMedium, setExpandedOnMedium] = useState(false)
  if (isMedium) return [!isExpandedOnMedium, () => setExpandedOnMedium((isExpanded) => !isExpanded)]
  return [stored, () => leftBarCollapse.set(!stored)]
}
