// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TagsField, UiProvider } from '../index.ts'
import type { TagsFieldProps } from './tags-field.tsx'

const user = userEvent.setup()

function show(initial: readonly string[], props: Partial<TagsFieldProps> = {}) {
  let current = initial
  function Form() {
    const [value, setValue] = useState(initial)
    current = value
    return <TagsField label="Ciphers" value={value} onChange={setValue} {...props} />
  }
  render(<Form />, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
  return { value: () => current, input: screen.getByLabelText<HTMLInputElement>('Ciphers') }
}

test('Enter, a comma and leaving the field add what was typed', async () => {
  const { value, input } = show([])
  await user.type(input, ' a {Enter}b,c')
  await user.tab()
  expect(value()).toEqual(['a', 'b', 'c'])
  expect(input.value).toBe('')
})

test('Enter in an empty field submits the form', async () => {
  let submits = 0
  render(
    <UiProvider env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submits += 1
        }}
      >
        <TagsField label="Tags" value={[]} onChange={() => {}} />
      </form>
    </UiProvider>,
  )
  await user.type(screen.getByLabelText('Tags'), '{Enter}')
  expect(submits).toBe(1)
})

test('pasted lines become one tag each', async () => {
  const { value, input } = show(['a'])
  await user.click(input)
  await user.paste('b\r\nc\n\n d, e')
  expect(value()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a topic may contain a comma', async () => {
  const { value, input } = show([], { commaSeparates: false })
  await user.type(input, 'a,b{Enter}')
  expect(value()).toEqual(['a,b'])
})

test('Backspace in the empty field removes the last tag, the cross any tag', async () => {
  const { value, input } = show(['a', 'b', 'c'])
  await user.type(input, '{Backspace}')
  expect(value()).toEqual(['a', 'b'])
  await user.click(screen.getByRole('button', { name: 'Remove a' }))
  expect(value()).toEqual(['b'])
  expect(document.activeElement).toBe(input)
})

test('duplicate and invalid texts stay in the field with an error', async () => {
  const { value, input } = show(['a'], { check: (tag) => (tag === 'bad' ? 'No bad ones.' : undefined) })
  await user.type(input, 'a{Enter}')
  expect(screen.getByText('“a” is already in the list')).toBeTruthy()
  await user.clear(input)
  await user.paste('bad\ngood')
  expect(value()).toEqual(['a', 'good'])
  expect(input.value).toBe('bad')
  expect(screen.getByText('No bad ones.')).toBeTruthy()
})
