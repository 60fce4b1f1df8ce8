// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FormBar, UiProvider } from './index.ts'

const user = userEvent.setup()

test('without changes there is no bar', () => {
  render(
    <UiProvider env="test">
      <FormBar changes={0} onDiscard={() => {}} />
    </UiProvider>,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('a new item can be saved without changes', () => {
  render(
    <UiProvider env="test">
      <FormBar changes={0} isNew onDiscard={() => {}} onReview={() => {}} saveLabel="Create" />
    </UiProvider>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Create'])
})

test('in a form it submits, and shows the problem that prevents saving', async () => {
  const heard: string[] = []
  const bar = (problem?: string) => (
    <UiProvider env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          heard.push('submit')
        }}
      >
        <FormBar
          changes={1}
          onDiscard={() => heard.push('discard')}
          onReview={() => heard.push('review')}
          problem={problem}
          onShowProblem={() => heard.push('show')}
        />
      </form>
    </UiProvider>
  )
  const { rerender } = render(bar('2 fields need attention'))
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: '2 fields need attention' }))
  rerender(bar())
  for (const name of ['Discard', 'Review', 'Save']) await user.click(screen.getByRole('button', { name }))
  expect(heard).toEqual(['show', 'discard', 'review', 'submit'])
})
