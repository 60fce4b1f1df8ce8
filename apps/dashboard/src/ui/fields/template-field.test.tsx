// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TemplateField, UiProvider } from '../index.ts'

const user = userEvent.setup()
const labels = ['${clientid}', '${payload}', '${payload.temp}', '${topic}']

function show(initial: string, multiline = false) {
  function Form() {
    const [value, setValue] = useState(initial)
    return (
      <TemplateField
        label="Topic"
        value={value}
        onChange={setValue}
        placeholders={labels.map((label) => ({ label }))}
        multiline={multiline}
      />
    )
  }
  render(<Form />, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
  return screen.getByLabelText<HTMLInputElement>('Topic')
}

const offered = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('a dollar sign offers all placeholders, further characters filter them, Enter inserts one', async () => {
  const input = show('a/')
  await user.type(input, '$')
  expect(offered()).toEqual(labels)
  await user.type(input, '{{pay')
  expect(offered()).toEqual(labels.slice(1, 3))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(input.value).toBe(`a/${labels[2]}`)
  expect(offered()).toEqual([])
})

test('the rest of a placeholder is replaced, the text after it is kept', async () => {
  const input = show('/tail')
  await user.type(input, '$', { initialSelectionStart: 0, initialSelectionEnd: 0 })
  await user.keyboard('{Tab}')
  expect(input.value).toBe(`${labels[0]}/tail`)
  expect(input.selectionStart).toBe(labels[0]?.length)
})

test('Escape closes the list and leaves the text', async () => {
  const input = show('')
  await user.type(input, '$')
  await user.keyboard('{Escape}')
  expect(offered()).toEqual([])
  expect(input.value).toBe('$')
})

test('the button offers all placeholders at the caret', async () => {
  const input = show('ab', true)
  await user.click(input)
  input.setSelectionRange(1, 1)
  await user.click(screen.getByRole('button', { name: 'Insert placeholder' }))
  await user.click(screen.getByRole('option', { name: labels[3] ?? '' }))
  expect(input.value).toBe(`a${labels[3]}b`)
})
