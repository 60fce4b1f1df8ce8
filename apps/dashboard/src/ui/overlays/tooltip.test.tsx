// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { UiProvider } from '../theme/provider.tsx'
import { Tooltip } from './tooltip.tsx'

afterEach(cleanup)

function show(disabled = false) {
  render(
    <UiProvider env="test">
      <Tooltip label="Deletes nothing" disabled={disabled}>
        <button type="button" aria-describedby="note">
          Reset
        </button>
      </Tooltip>
    </UiProvider>,
  )
  return screen.getByRole('button')
}

test('a hovered element shows its tooltip, which describes it, until the pointer leaves', async () => {
  const user = userEvent.setup()
  const button = show()
  await user.hover(button)
  const tooltip = await screen.findByRole('tooltip')
  expect(tooltip.textContent).toBe('Deletes nothing')
  const [note, text = ''] = button.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(note).toBe('note')
  expect(document.getElementById(text)?.textContent).toBe('Deletes nothing')
  await user.unhover(button)
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(button.getAttribute('aria-describedby')).toBe('note')
})

test('an element that is focused with the keyboard shows its tooltip, and Escape closes it', async () => {
  const user = userEvent.setup()
  const button = show()
  // jsdom does not know what was focused with the keyboard.
  const matches = button.matches.bind(button)
  Object.defineProperty(button, 'matches', {
    value: (selector: string) => selector === ':focus-visible' || matches(selector),
  })
  await user.tab()
  await screen.findByRole('tooltip')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a disabled tooltip does not open', async () => {
  const user = userEvent.setup()
  const button = show(true)
  await user.tab()
  expect(document.activeElement).toBe(button)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
