import { type FocusEvent, type FormEvent, useRef } from 'react'

/** Records typing in the fields of a dialog; `has` only counts fields that still exist. */
export function useTypedContent() {
  const before = useRef(new Map<Element, string>())
  const remember = (target: EventTarget, text: string) => {
    if (target instanceof Element && isTextField(target) && !before.current.has(target))
      before.current.set(target, text)
  }
  return {
    has: () => [...before.current].some(([field, text]) => field.isConnected && textOf(field) !== text),
    handlers: {
      onFocusCapture: ({ target }: FocusEvent) => remember(target, textOf(target)),
      onInputCapture: ({ target }: FormEvent) => remember(target, ''),
    },
  }
}

const textTypes = new Set(['text', 'password', 'number', 'email', 'url', 'tel'])

/** Search and filter fields have no content to lose. */
function isTextField(target: Element): boolean {
  if (target.closest('[role=search]') || target.getAttribute('role') === 'combobox') return false
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) && !target.readOnly
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  return target.getAttribute('contenteditable') === 'true'
}

const textOf = (target: Element): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    ? target.value
    : (target.textContent ?? '')
