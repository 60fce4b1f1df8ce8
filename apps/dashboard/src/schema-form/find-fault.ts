import type { Locale } from '../i18n/index.ts'
import { nodeAt } from './alternatives.ts'
import type { FormState } from './form-store.ts'

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
