import { useSyncExternalStore } from 'react'
import { createValue } from '../../lib/json/value.ts'

const printing = createValue(false)

/** Whether the page is being printed. Lists that render only their visible rows render all of them then. */
export const usePrinting = (): boolean => useSyncExternalStore(printing.subscribe, printing.get)

/** Returns the function that stops it. */
export function watchPrinting(): () => void {
  // Not every browser has both: the event, and the change of the media query.
  const media = window.matchMedia('print')
  const onStart = () => printing.set(true)
  const onEnd = () => printing.set(false)
  const onChange = () => printing.set(media.matches)
  window.addEventListener('beforeprint', onStart)
  window.addEventListener('afterprint', onEnd)
  media.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('beforeprint', onStart)
    window.removeEventListener('afterprint', onEnd)
    media.removeEventListener('change', onChange)
  }
}
