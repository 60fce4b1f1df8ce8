// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { migrateRoutes } from './routes.ts'

const user = userEvent.setup()

const target = { url: 'http://emqx:18083', version: '5.8.9', edition: 'Enterprise', nodes: 2 }
const item = (kind: string, name: string, state: string, more: object = {}) => ({
  id: `${kind}/${name}`,
  kind,
  name,
  state,
  reason: null,
  detail: '',
  differences: [],
  counts: null,
  ...more,
})
const counts = { total: 1000, missing: 990, equal: 10, differs: 0, impossible: 0, failed: 0 }
const plan = {
  target,
  items: [
    item('connector', 'mqtt:up', 'create'),
    item('retained', 'all', 'create', { counts }),
    item('rule', 'r1', 'differs', { differences: ['sql'] }),
    item('api_key', 'robot', 'impossible', { reason: 'secret_not_carried' }),
  ],
}
const none = {
  state: 'none',
  error: null,
  target: null,
  started_at: null,
  finished_at: null,
  done: 0,
  total: 0,
  current: null,
  items: [],
}
const done = {
  ...none,
  state: 'done',
  target,
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:01:00.000Z',
  done: 2,
  total: 2,
  items: [
    item('connector', 'mqtt:up', 'created'),
    item('retained', 'all', 'failed', { reason: 'partly', detail: 'a/b: quota', counts: { ...counts, failed: 3 } }),
  ],
}

async function fillIn() {
  await user.type(await screen.findByRole('textbox', { name: /Dashboard address/ }), 'http://emqx:18083')
  await user.type(screen.getByLabelText(/^Password/), 'secret-of-target')
}

test('compares first, filters, and migrates only after a confirmation', async () => {
  let status: object = none
  const { asked } = await renderPage(migrateRoutes, '/migrate', {
    'GET /mqdeck/migration': () => status,
    'POST /mqdeck/migration/plan': plan,
    'POST /mqdeck/migration/run': () => {
      status = done
      return Response.json({ ...done, state: 'running' }, { status: 202 })
    },
  })
  await fillIn()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  const table = await screen.findByRole('table', { name: 'Plan' })
  expect(within(table).getByText('990 of 1,000 missing')).toBeDefined()
  expect(within(table).getByText('Only a hash of the secret is stored. Create the key on the target.')).toBeDefined()
  expect(screen.getByText(/Enterprise 5\.8\.9 · 2 nodes/)).toBeDefined()

  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Different (1)')
  expect(within(screen.getByRole('table', { name: 'Plan' })).queryByText('mqtt:up')).toBeNull()
  expect(screen.getByText('Differs: sql')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Migrate 2 items' }))
  const dialog = await screen.findByRole('dialog', { name: 'Migrate to http://emqx:18083?' })
  expect(asked).not.toContain('POST /mqdeck/migration/run')
  await user.click(within(dialog).getByRole('button', { name: 'Migrate' }))
  expect(await screen.findByText('Done, 1 failed')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Save result' })).toBeDefined()
})

test('an error of the target is shown with the message of the server', async () => {
  await renderPage(migrateRoutes, '/migrate', {
    'GET /mqdeck/migration': none,
    'POST /mqdeck/migration/plan': () =>
      Response.json({ code: 'BAD_REQUEST', message: 'the login was refused: BAD_USERNAME_OR_PWD' }, { status: 400 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  await screen.findByText('Address is required')
  await screen.findByText('Password is required')
  await fillIn()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText(/the login was refused: BAD_USERNAME_OR_PWD/)).toBeDefined()
})

test('a running migration is shown to all users and can be cancelled', async () => {
  let cancelled = 0
  await renderPage(migrateRoutes, '/migrate', {
    'GET /mqdeck/migration': () => ({
      ...done,
      state: cancelled ? 'cancelled' : 'running',
      done: 1,
      current: cancelled ? null : { id: 'retained/all', done: 50, total: 1000 },
    }),
    'POST /mqdeck/migration/cancel': () => {
      cancelled += 1
      return new Response(null, { status: 204 })
    },
  })
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('1 of 2')
  expect(await screen.findByText('retained/all')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Compare' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Cancelled')).toBeDefined()
})
