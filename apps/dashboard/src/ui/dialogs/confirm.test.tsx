// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirm, protectCluster, type Question, UiProvider } from '../index.ts'

const user = userEvent.setup()

function ask(question: Question): Promise<boolean> {
  render(<UiProvider env="test">page</UiProvider>)
  let answer: Promise<boolean> = Promise.resolve(false)
  act(() => {
    answer = confirm(question)
  })
  return answer
}

test('the button with the verb confirms', async () => {
  const answer = ask({ title: 'Kick out a?', action: 'Kick out' })
  await user.click(await screen.findByRole('button', { name: 'Kick out' }))
  expect(await answer).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Cancel and Escape decline', async () => {
  const first = ask({ title: 'Kick out a?', action: 'Kick out' })
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await first).toBe(false)

  let second: Promise<boolean> = Promise.resolve(true)
  act(() => {
    second = confirm({ title: 'Kick out b?', action: 'Kick out' })
  })
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(await second).toBe(false)
})

test('the button is disabled until the requested name is typed exactly', async () => {
  const answer = ask({ title: 'Delete?', action: 'Delete', danger: true, typeToConfirm: 'tcp:default' })
  const button = await screen.findByRole('button', { name: 'Delete' })
  expect(button.hasAttribute('disabled')).toBe(true)
  const field = screen.getByLabelText('Type “tcp:default” to confirm')
  await user.type(field, 'tcp:defaul')
  expect(button.hasAttribute('disabled')).toBe(true)
  await user.type(field, 't{Enter}')
  expect(await answer).toBe(true)
})

test('on a production cluster, destructive actions require typing the name of the cluster', async () => {
  protectCluster('live')
  const answer = ask({ title: 'Delete?', action: 'Delete', danger: true, typeToConfirm: 'tcp:default' })
  const button = await screen.findByRole('button', { name: 'Delete' })
  screen.getByText('This is the production cluster “live”.')
  expect(button.hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByLabelText('Type “live” to confirm'), 'live{Enter}')
  expect(await answer).toBe(true)

  let harmless: Promise<boolean> = Promise.resolve(false)
  act(() => {
    harmless = confirm({ title: 'Start?', action: 'Start' })
  })
  await user.click(await screen.findByRole('button', { name: 'Start' }))
  expect(await harmless).toBe(true)
  protectCluster(undefined)
})
