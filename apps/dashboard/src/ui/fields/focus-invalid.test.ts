// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { focusInvalid } from './focus-invalid.ts'

test('an invalid code editor is focused through its host, because its content is in a shadow root', () => {
  const form = document.createElement('div')
  form.innerHTML = '<div data-invalid="true"><div data-invalid="true"><div data-editor-host></div></div></div>'
  const host = form.querySelector<HTMLElement>('[data-editor-host]')
  const focus = vi.fn()
  Object.assign(host ?? {}, { focus, scrollIntoView: vi.fn() })
  expect(focusInvalid(form)).toBe(true)
  expect(focus).toHaveBeenCalledOnce()
})
