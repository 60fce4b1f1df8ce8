/** Whether the user can see the page. */
export interface PageVisibility {
  readonly isVisible: () => boolean
  readonly onChange: (listener: () => void) => () => void
}

/** Visibility of this browser tab; always visible where there is no document. */
export const tabVisibility: PageVisibility = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  onChange(listener) {
    if (typeof document === 'undefined') return () => {}
    // A page that was frozen, or restored from history, reports it by the other two events.
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
