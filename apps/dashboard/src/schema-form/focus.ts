import type { Locale } from '../i18n/index.ts'
import type { FormState } from './form-store.ts'
import { nodeAt } from './unions.ts'

/** A field to navigate to. A new object repeats the navigation. */
export interface FieldTarget {
  /** Path inside the form: `push_gateway.url`. */
  readonly path: string
}

/**
 * Focuses the field at a path, or the first control of a group; inside of a list, the list. Returns false if it is not
 * rendered.
 */
export function focusField(form: HTMLElement | null, path: string): boolean {
  const place = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].find(
    ({ dataset }) => dataset.path === path,
  )
  if (!place) return path.includes('.') && focusField(form, path.slice(0, path.lastIndexOf('.')))
  place.scrollIntoView({ block: 'center' })
  // The row of its label has buttons too; locked fields have nothing else.
  const control =
    place.querySelector<HTMLElement>('[data-invalid] [aria-invalid=true]') ??
    place.querySelector<HTMLElement>(
      ':is(input, select, textarea):not(:disabled), [contenteditable=true], [data-editor-host], [data-add]',
    ) ??
    place.querySelector<HTMLElement>('button')
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

/** Errors such as `Max inflight: Must be at least 1`; undefined if there are none. */
export function listFaults({ faults, refusals, model, value }: FormState, locale: Locale): string | undefined {
  const nameOf = (path: string) => nodeAt(model, path.split('.'), value)?.label[locale] ?? path
  const lines = [...faults, ...refusals].map(([path, text]) => {
    const name = nameOf(path)
    return text[locale].startsWith(name) ? text[locale] : `${name}: ${text[locale]}`
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}
