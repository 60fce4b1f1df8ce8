// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DiffView, UiProvider } from '../index.ts'

const user = userEvent.setup()

function show(before: string, after: string) {
  render(
    <UiProvider env="test">
      <DiffView before={before} after={after} beforeTitle="Running" afterTitle="Yours" />
    </UiProvider>,
  )
}

test('changed words are marked, and folded lines can be shown', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  show(`${lines.join('\n')}\nidle = 15s`, `${lines.join('\n')}\nidle = 30s`)
  expect(await screen.findByRole('table', { name: 'Differences between Running and Yours' })).toBeTruthy()
  expect(screen.getByText('15s').tagName).toBe('DEL')
  expect(screen.getByText('30s').tagName).toBe('INS')
  expect(screen.queryByText('line 3')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show 17 unchanged lines' }))
  expect(screen.getByText('line 3')).toBeTruthy()
})

test('equal texts show that there are no differences', async () => {
  show('a', 'a')
  expect(await screen.findByText('No differences')).toBeTruthy()
})
