/**
 * Focuses the first invalid field, or the first control of an invalid group. Returns false if none is visible. Queries
 * do not reach into the shadow root of a code editor, so its host is focused.
 */
export function focusInvalid(form: HTMLElement | null | undefined): boolean {
  // The innermost frame: a list with an invalid row need not be invalid itself. The row of its label has buttons too.
  const frame = form?.querySelector<HTMLElement>('[data-invalid]:not(:has([data-invalid]))')
  const wrong =
    frame?.querySelector<HTMLElement>('[aria-invalid=true], [data-editor-host]') ??
    frame?.querySelector<HTMLElement>('input, select, textarea, [data-add]')
  wrong?.focus()
  wrong?.scrollIntoView({ block: 'center' })
  return wrong !== undefined && wrong !== null
}
