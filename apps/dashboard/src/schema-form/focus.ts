import type { Locale } from '../i18n/index.ts'
import type { FormState } from './form-store.ts'
import { nodeAt } from './unions.ts'

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

/**
 * Focuses the first invalid field, or the first control of an invalid group. Returns false if none is visible. Queries
 * do not reach into the shadow root of a code editor, so its host is focused.
 */
export function focusFault(form: HTMLElement | null): boolean {
  // The innermost frame: a list with an invalid row need not be invalid itself. The row of its label has buttons too.
  const frame = form?.querySelector<HTMLElement>('[data-invalid]:not(:has([data-invalid]))')
  const wrong =
    frame?.querySelector<HTMLElement>('[aria-invalid=true], [data-editor-host]') ??
    frame?.querySelector<HTMLElement>('input, select, textarea, [data-add]')
  wrong?.focus()
  wrong?.scrollIntoView({ block: 'center' })
  return wrong !== undefined && wrong !== null
}

/** Errors such as `Max inflight: Must be at least 1`; undefined if there are none. */
export function listFaults({ faults, refusals, model, value }: FormState, locale: Locale): string | undefined {
  const nameOf = (path: string) => nodeAt(model, path.split('.'), value)?.label[locale] ?? path
  const lines = [...faults, ...refusals].map(([path, text]) => {
    const name = nameOf(path)
    return text[locale].startsWith(name) ? text[locale] : `${name}: ${text[locale]}`
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}
