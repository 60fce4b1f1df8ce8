// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FormBar, type InvalidField, TextField, UiProvider } from '../index.ts'

const user = userEvent.setup()

test('without changes there is no bar', () => {
  render(
    <UiProvider env="test">
      <FormBar changes={0} onDiscard={() => {}} onSave={() => {}} />
    </UiProvider>,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('changes appear in a live region that was there before, so that they are announced', () => {
  const bar = (changes: number) => (
    <UiProvider env="test">
      <FormBar changes={changes} onDiscard={() => {}} onSave={() => {}} />
    </UiProvider>
  )
  const { rerender } = render(bar(0))
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  rerender(bar(1))
  expect(status.isConnected).toBe(true)
  expect(status.textContent).toBe('1 unsaved change')
})

test('a new item can be saved without changes', () => {
  render(
    <UiProvider env="test">
      <FormBar changes={0} isNew onDiscard={() => {}} onReview={() => {}} onSave={() => {}} saveLabel="Create" />
    </UiProvider>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Create'])
})

test('with an invalid field, saving focuses it unless the form does', async () => {
  const heard: string[] = []
  const bar = (problem?: string, invalid?: readonly InvalidField[]) => (
    <UiProvider env="test">
      <form>
        <TextField label="Host" error={problem} />
        <FormBar
          changes={1}
          onDiscard={() => heard.push('discard')}
          onReview={() => heard.push('review')}
          onSave={() => heard.push('save')}
          problem={problem}
          invalid={invalid}
        />
      </form>
    </UiProvider>
  )
  const { rerender } = render(bar('1 invalid field'))
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Host'))
  rerender(bar('1 invalid field:', [{ id: 'host', label: 'Host', onShow: () => heard.push('show') }]))
  for (const name of ['Host', 'Save']) await user.click(screen.getByRole('button', { name }))
  rerender(bar())
  for (const name of ['Discard', 'Review', 'Save']) await user.click(screen.getByRole('button', { name }))
  expect(heard).toEqual(['show', 'save', 'discard', 'review', 'save'])
})

test('the reason why saving has to wait is shown next to the disabled button', () => {
  render(
    <UiProvider env="test">
      <FormBar changes={1} onDiscard={() => {}} onSave={() => {}} blocked="A test is running" />
    </UiProvider>,
  )
  expect(screen.getByText('A test is running')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})
