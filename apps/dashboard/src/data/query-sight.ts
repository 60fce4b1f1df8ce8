/** Whether anybody can see the page. */
export interface Sight {
  readonly isVisible: () => boolean
  readonly onChange: (listener: () => void) => () => void
}

/** This browser tab; in sight where there is no document. */
export const tabSight: Sight = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  onChange(listener) {
    if (typeof document === 'undefined') return () => {}
    // A page that was frozen or taken back from history tells by the other two.
    const events = [
      [document, 'visibilitychange'],
      [document, 'resume'],
      [window, 'pageshow'],
    ] as const
    for (const [target, event] of events) target.addEventListener(event, listener)
    return () => {
      for (const [target, event] of events) target.removeEventListener(event, listener)
    }
  },
}
