import type { Locale } from '../i18n/index.ts'
import { nodeAt } from './arms.ts'
import type { FormState } from './form-store.ts'

/** Goes to the first field that is wrong, of a group to its first control; false when none is in sight. A query does not reach into the shadow root of a code editor: its host takes the focus. */
export function focusFault(form: HTMLElement | null): boolean {
  // The smallest frame: a list with a wrong row in it need not be wrong itself. Its label's row has buttons, too.
  const frame = form?.querySelector<HTMLElement>('[data-invalid]:not(:has([data-invalid]))')
  const wrong =
    frame?.querySelector<HTMLElement>('[aria-invalid=true], [data-editor-host]') ??
    frame?.querySelector<HTMLElement>('input, select, textarea, [data-add]')
  wrong?.focus()
  wrong?.scrollIntoView({ block: 'center' })
  return wrong !== undefined && wrong !== null
}

/** `Max inflight: Must be at least 1`; undefined when nothing is wrong. */
export function listFaults({ faults, refusals, model, value }: FormState, locale: Locale): string | undefined {
  const nameOf = (path: string) => nodeAt(model, path.split('.'), value)?.label[locale] ?? path
  const lines = [...faults, ...refusals].map(([path, text]) => {
    const name = nameOf(path)
    return text[locale].startsWith(name) ? text[locale] : `${name}: ${text[locale]}`
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}
