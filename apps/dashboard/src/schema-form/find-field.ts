/** A field that somebody looks for; another object: looked for again. */
export interface Sought {
  /** Inside of the form: `push_gateway.url`. */
  readonly path: string
}

/** Goes to the field at a path, of a group to its first control; false when it is not drawn. */
export function focusField(form: HTMLElement | null, path: string): boolean {
  const place = form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  // Its label's row has buttons, too; what is locked has nothing else.
  const control =
    place?.querySelector<HTMLElement>(
      ':is(input, select, textarea):not(:disabled), [contenteditable=true], [data-add]',
    ) ?? place?.querySelector<HTMLElement>('button')
  if (!place) return false
  place.scrollIntoView({ block: 'center' })
  // Who may only look still sees it.
  control?.focus({ preventScroll: true })
  return true
}

/** Tries until it works, for as many frames as what hides something takes to open. The answer stops it. */
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
