// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CodeEditor, UiProvider } from '../index.ts'

const user = userEvent.setup()

test('until the editor has loaded, a text area with the same name and error edits the text', async () => {
  function Form() {
    const [value, setValue] = useState('{}')
    return <CodeEditor label="Body" language="json" value={value} onChange={setValue} error="Not JSON." />
  }
  render(<Form />, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
  const area = screen.getByLabelText<HTMLTextAreaElement>('Body')
  await user.clear(area)
  await user.type(area, 'x')
  expect(area.value).toBe('x')
  expect(area.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Not JSON.')).toBeTruthy()
})
