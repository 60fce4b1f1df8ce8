// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { RadioField, SwitchField, TextField, UiProvider } from '../index.ts'

const user = userEvent.setup()

function show(field: ReactElement) {
  return render(field, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
}

/** The accessible description. */
function descriptionOf(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' / ')
}

test('the first sentence of the help is visible, the rest on demand and in the accessible description', async () => {
  const text = 'Where it is. Default localhost.'
  show(<TextField label="Host" help={text} description="Name or address." error="Not reachable." required />)
  const input = screen.getByRole('textbox', { name: /Host/ })
  expect(descriptionOf(input)).toBe(`Name or address. / ${text} / Not reachable.`)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')

  const [lead, help] = [screen.getByText('Where it is.'), screen.getByText(text)]
  expect([lead.hidden, help.hidden]).toEqual([false, true])
  await user.click(screen.getByRole('button', { name: 'Help', description: /Host/ }))
  expect([lead.hidden, help.hidden]).toEqual([true, false])
})

test('help of one sentence needs no button', () => {
  show(<TextField label="Host" help="Where it is." />)
  expect(screen.getByText('Where it is.').hidden).toBe(false)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a field without an error has no error element and no description', () => {
  show(<TextField label="Host" />)
  const input = screen.getByLabelText('Host')
  expect(input.getAttribute('aria-describedby')).toBeNull()
  expect(input.getAttribute('aria-invalid')).toBeNull()
})

test('the reset button resets the value and focuses the field', async () => {
  let reset = 0
  show(<TextField label="Host" mark="unsaved" onReset={() => reset++} resetTo="localhost" />)
  expect(screen.getByText('Unsaved')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Reset to default', description: 'Host' }))
  expect(reset).toBe(1)
  expect(document.activeElement).toBe(screen.getByLabelText('Host'))
})

test('a switch has the name and the description of its frame', async () => {
  const heard: boolean[] = []
  show(<SwitchField label="Retain" help="Keep them." checked={false} onChange={(checked) => heard.push(checked)} />)
  const toggle = screen.getByRole('switch', { name: 'Retain' })
  expect(descriptionOf(toggle)).toBe('Keep them.')
  await user.click(toggle)
  expect(heard).toEqual([true])
})

test('radio buttons are a group with the label as its name', async () => {
  const heard: string[] = []
  show(
    <RadioField
      label="Strategy"
      value="a"
      onChange={(value) => heard.push(value)}
      options={[
        { value: 'a', label: 'random', description: 'Any of them.' },
        { value: 'b', label: 'sticky' },
      ]}
    />,
  )
  expect(screen.getByRole('group', { name: 'Strategy' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'sticky' }))
  expect(heard).toEqual(['b'])
})
