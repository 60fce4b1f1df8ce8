/** A field to navigate to. A new object repeats the navigation. */
export interface FieldTarget {
  /** Path inside the form: `push_gateway.url`. */
  readonly path: string
}

/** Focuses the field at a path, or the first control of a group. Returns false if it is not rendered. */
export function focusField(form: HTMLElement | null, path: string): boolean {
  const place = form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  // The row of its label has buttons too; locked fields have nothing else.
  const control =
    place?.querySelector<HTMLElement>(
      ':is(input, select, textarea):not(:disabled), [contenteditable=true], [data-add]',
    ) ?? place?.querySelector<HTMLElement>('button')
  if (!place) return false
  place.scrollIntoView({ block: 'center' })
  // Read-only users still see it.
  control?.focus({ preventScroll: true })
  return true
}

/** Retries per frame, for as long as collapsed parts take to open. Returns a function that stops it. */
export function withinFrames(isDone: () => boolean, otherwise: () => void = () => {}): () => void {
  let frames = 10
  let next = 0
  const look = () => {
    if (isDone()) return
    if (frames-- > 0) next = requestAnimationFrame(look)
    else otherwise()
  }
  next = requestAnimationFrame(look)
  return () => cancelAnimationFrame(next)
}
