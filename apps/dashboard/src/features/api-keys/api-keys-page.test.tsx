// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { apiKeyRoutes } from './routes.ts'

const user = userEvent.setup()

const key = (name: string, more: object = {}) => ({
  name,
  api_key: `id-${name}`,
  desc: '',
  enable: true,
  expired: false,
  expired_at: '2036-01-01T00:00:00+00:00',
  created_at: '2026-11-21T07:57:34+00:00',
  role: 'viewer',
  ...more,
})
const some = [key('a'), key('b', { expired: true }), key('c', { expired_at: 'infinity', enable: false })]
const open = (more: Answers = {}, role = 'administrator') =>
  renderPage(apiKeyRoutes, '/api-key', { 'GET /api_key': some, ...more }, { role })
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}

test('the list marks expired keys and keys that never expire', async () => {
  await open()
  expect((await rowOf('b')).getByText('Expired')).toBeTruthy()
  expect((await rowOf('c')).getByText('Never expires')).toBeTruthy()
  expect((await rowOf('a')).getByText(/2036/)).toBeTruthy()
})

test('disabling a key keeps its expiry and role, and can be undone', async () => {
  let sent: unknown
  const change = (_: URL, body: unknown) => {
    sent = body
    return key('a', { enable: false })
  }
  await open({ 'PUT /api_key/a': change })
  await user.click(await screen.findByRole('switch', { name: 'Enable a' }))
  await waitFor(() => expect(sent).toEqual({ desc: '', enable: false, expired_at: 2082758400, role: 'viewer' }))
  await screen.findByText('a disabled')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toMatchObject({ enable: true, role: 'viewer' }))
})

test('a new key shows its secret once and asks before it closes', async () => {
  const created = { ...key('fresh'), api_secret: 'the-secret' }
  await open({ 'POST /api_key': created })
  await user.click(await screen.findByRole('button', { name: 'New API key' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/^Name/), 'fresh')
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('the-secret')).toBeTruthy()
  expect(screen.getByText(/^curl -u 'id-fresh:the-secret'/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByText('Go back'))
  expect(screen.getByText('the-secret')).toBeTruthy()
  await user.click(screen.getByText('I have saved the secret key'))
  await waitFor(() => expect(screen.queryByText('the-secret')).toBeNull())
})

test('an existing or invalid name is rejected at its field', async () => {
  await open()
  await user.click(await screen.findByRole('button', { name: 'New API key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Name/), 'a')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('An API key with this name already exists.')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Name/), ' b')
  expect(await dialog.findByText(/^Start with a letter/)).toBeTruthy()
})

test('the keys are read-only for a viewer', async () => {
  await open({}, 'viewer')
  expect(await screen.findByRole('switch', { name: 'Enable a' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'New API key' })).toBeNull()
})
