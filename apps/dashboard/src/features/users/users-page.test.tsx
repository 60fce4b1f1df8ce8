// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { accountDialog } from './account-dialog.ts'
import { userRoutes } from './routes.ts'

const user = userEvent.setup()

beforeEach(() => {
  accountDialog.set(undefined)
})

const person = (username: string, role = 'viewer') => ({
  username,
  description: `${username}!`,
  role,
  backend: 'local',
})
const broker = (more: Answers = {}): Answers => ({
  'GET /users': [person('admin', 'administrator'), person('eve')],
  'GET /mqdeck/mfa': [
    { username: 'eve', mechanism: 'totp', enrolled_at: '2026-11-21T07:57:24+00:00', recovery_codes_left: 9 },
  ],
  ...more,
})
const open = (answers = broker(), role = 'administrator') => renderPage(userRoutes, '/users', answers, { role })

async function menuOf(name: string) {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  await user.click(within(row).getByRole('button'))
}

test('the list shows the role and the two-factor authentication of each user', async () => {
  await open()
  expect((await screen.findByText('eve')).closest('tr')?.textContent).toBe('eveViewereve!Enabled')
  expect(screen.getByText('(you)').closest('tr')?.textContent).toBe('admin(you)Administratoradmin!Disabled')
})

test('columns that the broker has no data for are hidden', async () => {
  await open({ 'GET /users': [{ username: 'admin', description: '' }] })
  await screen.findByText('admin')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Username',
    'Description',
    'Actions',
  ])
})

test('the list is read-only for a viewer', async () => {
  await open(broker(), 'viewer')
  await screen.findByText('eve')
  expect(screen.queryByRole('button', { name: 'New user' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Actions for / })).toBeNull()
})

test('a new user needs an unused name and a valid password', async () => {
  let sent: unknown
  const create = (_: URL, body: unknown) => {
    sent = body
    return person('bob')
  }
  await open(broker({ 'POST /users': create }))
  await user.click(await screen.findByRole('button', { name: 'New user' }))
  const dialog = await screen.findByRole('dialog')
  const field = (label: RegExp) => within(dialog).getByLabelText(label)
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Create' }))
  await user.type(field(/^Username/), 'eve')
  await user.type(field(/^Password/), 'abcdefgh')
  await submit()
  expect(await within(dialog).findByText('A user with this username already exists.')).toBeTruthy()
  expect(within(dialog).getByText(/^Use 8 to 64/)).toBeTruthy()
  expect(within(dialog).getByText("Two inputs don't match!")).toBeTruthy()
  await user.clear(field(/^Username/))
  await user.type(field(/^Username/), 'bob')
  await user.type(field(/^Password/), '7')
  await user.type(field(/^Repeat/), 'abcdefgh7')
  await submit()
  await waitFor(() => expect(sent).toEqual({ username: 'bob', password: 'abcdefgh7', role: 'viewer', description: '' }))
})

test('a name that the broker rejects as existing is reported at its field', async () => {
  const taken = { code: 'BAD_REQUEST', message: 'username_already_exists' }
  await open(broker({ 'POST /users': () => Response.json(taken, { status: 400 }) }))
  await user.click(await screen.findByRole('button', { name: 'New user' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/^Username/), 'bob')
  await user.type(within(dialog).getByLabelText(/^Password/), 'abcdefgh7')
  await user.type(within(dialog).getByLabelText(/^Repeat/), 'abcdefgh7')
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(await within(dialog).findByText('A user with this username already exists.')).toBeTruthy()
  expect(within(dialog).queryByText('username_already_exists')).toBeNull()
})

test('the own row opens the account dialogs and cannot be deleted', async () => {
  await open()
  await menuOf('admin')
  expect((await screen.findByRole('menuitem', { name: /Delete/ })).textContent).toContain(
    'You cannot delete your own user.',
  )
  await user.click(screen.getByRole('menuitem', { name: 'Two-factor authentication' }))
  expect(accountDialog.get()).toBe('second-factor')
})

test('a row links to the audit log of its user', async () => {
  const { address } = await open()
  await menuOf('eve')
  await user.click(await screen.findByRole('menuitem', { name: 'Show in audit log' }))
  await waitFor(() => expect(address()).toBe('/audit-log?source=eve'))
})

test('two-factor authentication of another user is disabled after a confirmation', async () => {
  const { asked } = await open(broker({ 'DELETE /mqdeck/mfa/users/eve': () => new Response(null, { status: 204 }) }))
  await menuOf('eve')
  await user.click(await screen.findByRole('menuitem', { name: 'Disable two-factor authentication' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable two-factor authentication' }),
  )
  await waitFor(() => expect(asked).toContain('DELETE /mqdeck/mfa/users/eve'))
})
