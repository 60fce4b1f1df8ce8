// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { backupRoutes } from './routes.ts'

const file = {
  filename: 'emqx-export-2026-11-21-07-57-38.863.tar.gz',
  node: 'n@1',
  created_at: '2026-11-21T07:57:38+00:00',
  created_at_sec: 1_795_247_858,
  size: 6645,
}
const page = (...data: readonly object[]) => ({
  data,
  meta: { count: data.length, hasnext: false, limit: 20, page: 1 },
})
const counts = { added: 1, replaced: 0, unchanged: 2, skipped: 0, refused: 0, refusals: [] }
const objects = { added: [], changed: [], removed: [] as string[] }
const preview = {
  origin: { version: '5.8.0', edition: 'ce' },
  errors: [],
  roots: [
    { ...objects, name: 'mqtt', changes: [{ path: 'mqtt.max_inflight', from: 57, to: 32 }] },
    { ...objects, name: 'retainer', changes: [{ path: 'retainer.enable', from: true, to: false }] },
  ],
  tables: [{ ...counts, name: 'banned', kept: 4, requires_password: false }],
  files: [],
  ignored: [{ name: 'mnesia/emqx_psk', reason: 'erlang_table' }],
  missing_plugins: ['my_plugin-1.0.0'],
}

async function choose(action: string): Promise<void> {
  await userEvent.click(within(await screen.findByRole('row', { name: /emqx-export/ })).getByRole('button'))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled')
const restore = async (within_: HTMLElement) =>
  userEvent.click(await within(within_).findByRole('button', { name: 'Restore' }))

test('lists archives, without actions for a viewer', async () => {
  await renderPage(backupRoutes, '/backup', { 'GET /data/files': page(file) }, { role: 'viewer' })
  const row = await screen.findByRole('row', { name: /emqx-export/ })
  within(row).getByText('6.49 KB')
  expect(within(row).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'New backup' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Upload archive' })).toBeNull()
})

test('a backup contains everything or the selected parts', async () => {
  const sent: unknown[] = []
  await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(),
    'GET /mqdeck/data/parts': {
      root_keys: ['mqtt', 'log'],
      table_sets: [
        { name: 'banned', count: 12 },
        { name: 'future', count: 1 },
      ],
      upload_limit: 1000,
    },
    'POST /data/export': (_: URL, body: unknown) => {
      sent.push(body)
      return file
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New backup' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByText(/created$/)
  await userEvent.click(screen.getByRole('button', { name: 'New backup' }))
  await userEvent.click(await screen.findByRole('radio', { name: /Selected parts/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Select at least one part')
  expect(sent).toHaveLength(1)
  await userEvent.click(await screen.findByRole('checkbox', { name: /Banned clients 12 records/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /future/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(sent).toEqual([{}, { root_keys: [], table_sets: ['banned', 'future'] }]))
})

test('for EMQX the sections of its configuration and the tables of 5.8 are offered', async () => {
  await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(),
    'GET /configs': new Response('mqtt {\n  max_inflight = 32\n}\nactions { }\n', {
      headers: { 'content-type': 'text/plain' },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New backup' }))
  await userEvent.click(await screen.findByRole('radio', { name: /Selected parts/ }))
  await screen.findByRole('checkbox', { name: 'actions' })
  screen.getByRole('checkbox', { name: 'Pre-shared keys' })
})

test('a restore shows the changes, excludes parts, asks, and shows the result of each part', async () => {
  const sent: unknown[] = []
  await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(file),
    'POST /mqdeck/data/preview': preview,
    'POST /mqdeck/data/import': (_: URL, body: unknown) => {
      sent.push(body)
      const refusals = [{ line: 3, item: 'clientid x', reason: 'who must not be empty' }]
      return {
        configuration: { state: 'changed', changed: ['mqtt'], removed: [], disabled: [] },
        tables: [{ ...counts, name: 'banned', refused: 1, refusals, state: 'done', message: '' }],
        files: [],
        ignored: [],
        missing_plugins: [],
      }
    },
  })
  await choose('Restore…')
  const drawer = await screen.findByRole('dialog')
  await userEvent.click(await within(drawer).findByRole('checkbox', { name: /retainer/ }))
  within(drawer).getByText(/only EMQX can read/)
  await restore(drawer)
  const question = await screen.findByRole('dialog', { name: 'Restore this archive?' })
  within(question).getByText(/1 change to the configuration and adds or replaces 1 record/)
  expect(sent).toEqual([])
  await restore(question)
  await within(drawer).findByText('Restored, but some records were rejected')
  within(drawer).getByText('Banned clients, line 3')
  expect(sent).toEqual([{ filename: file.filename, node: 'n@1', mode: 'merge', include: [], root_keys: ['mqtt'] }])
})

test('a restore that replaces names the deleted objects, disabled listeners and missing plugins, and includes users only if selected', async () => {
  const asked: unknown[] = []
  const restored: unknown[] = []
  const removed = ['rule_engine.rules.old']
  await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(file),
    'POST /mqdeck/data/preview': (_: URL, body: unknown) => {
      asked.push((body as { mode: string }).mode)
      const [mqtt] = preview.roots
      const isReplacing = asked.at(-1) === 'replace'
      return {
        ...preview,
        roots: [{ ...mqtt, removed: isReplacing ? removed : [] }],
        tables: [...preview.tables, { ...counts, name: 'dashboard_users', kept: 0 }],
      }
    },
    'POST /mqdeck/data/import': (_: URL, body: unknown) => {
      restored.push(body)
      const disabled = [{ path: 'listeners.tcp.x', reason: 'the port is in use' }]
      return {
        configuration: { state: 'changed', changed: ['rule_engine'], removed, disabled },
        tables: [],
        files: [],
        ignored: [],
        missing_plugins: [],
      }
    },
  })
  await choose('Restore…')
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText(/Not installed here: my_plugin-1.0.0/)
  expect(within(drawer).queryByText('rule_engine.rules.old')).toBeNull()
  const users = within(drawer).getByRole('checkbox', { name: 'Dashboard users' }) as HTMLInputElement
  expect(users.checked).toBe(false)
  await userEvent.click(users)
  await userEvent.click(within(drawer).getByRole('radio', { name: /Replace/ }))
  await within(drawer).findByText('rule_engine.rules.old')
  expect(asked).toEqual(['merge', 'replace'])
  await restore(drawer)
  const question = await screen.findByRole('dialog', { name: 'Restore this archive?' })
  within(question).getByText('The restore deletes 1 object:')
  await restore(question)
  await within(drawer).findByText('Deleted: rule_engine.rules.old.')
  within(drawer).getByText(/listeners.tcp.x was restored disabled: the port is in use/)
  expect(restored).toMatchObject([{ mode: 'replace', include: ['dashboard_users'] }])
})

test('a restore of dashboard users sends the current password, and a wrong password can be corrected', async () => {
  const sent: unknown[] = []
  const users = { ...counts, name: 'dashboard_users', added: 1, kept: 1, requires_password: true }
  await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(file),
    'POST /mqdeck/data/preview': { ...preview, tables: [users] },
    'POST /mqdeck/data/import': (_: URL, body: unknown) => {
      sent.push(body)
      return Response.json({ code: 'ERROR_PWD_NOT_MATCH', message: 'The password is wrong' }, { status: 400 })
    },
  })
  await choose('Restore…')
  const drawer = await screen.findByRole('dialog')
  const choice = await within(drawer).findByRole('checkbox', { name: /Dashboard users/ })
  expect(within(drawer).queryByLabelText('Your current password')).toBeNull()
  await userEvent.click(choice)
  const password = within(drawer).getByLabelText('Your current password')
  expect(isDisabled(within(drawer).getByRole('button', { name: 'Restore' }))).toBe(true)
  await userEvent.type(password, 'secret')
  await restore(drawer)
  await restore(await screen.findByRole('dialog', { name: 'Restore this archive?' }))
  await within(drawer).findByText('The current password is wrong.')
  const include = ['dashboard_users']
  expect(sent).toEqual([{ filename: file.filename, node: 'n@1', mode: 'merge', include, password: 'secret' }])
  await userEvent.click(choice)
  expect(within(drawer).queryByLabelText('Your current password')).toBeNull()
})

test('an invalid configuration can be restored if the invalid section is excluded', async () => {
  const errors = [{ path: 'retainer.max_payload_size', reason: 'must be a size', line: 5 }]
  const roots = preview.roots.filter(({ name }) => name === 'mqtt')
  await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(file),
    'POST /mqdeck/data/preview': { ...preview, errors, roots },
  })
  await choose('Restore…')
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('Line 5')
  expect(isDisabled(within(drawer).getByRole('button', { name: 'Restore' }))).toBe(true)
  await userEvent.click(within(drawer).getByRole('checkbox', { name: 'retainer' }))
  expect(isDisabled(within(drawer).getByRole('button', { name: 'Restore' }))).toBe(false)
})

test('an archive with invalid records can be restored if their table is excluded', async () => {
  const refusals = [{ line: 3, item: 'clientid x', reason: 'until must be a number' }]
  await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(file),
    'POST /mqdeck/data/preview': { ...preview, tables: [{ ...counts, name: 'banned', kept: 4, refused: 1, refusals }] },
  })
  await choose('Restore…')
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('Banned clients, line 3')
  within(drawer).getByText('Exclude the affected data, or correct the archive.')
  expect(isDisabled(within(drawer).getByRole('button', { name: 'Restore' }))).toBe(true)
  await userEvent.click(within(drawer).getByRole('checkbox', { name: 'Banned clients' }))
  expect(isDisabled(within(drawer).getByRole('button', { name: 'Restore' }))).toBe(false)
})

test('without a preview the whole archive is restored, and the full error is shown', async () => {
  const { asked } = await renderPage(backupRoutes, '/backup', {
    'GET /data/files': page(file),
    'POST /data/import': Response.json(
      { code: 'BAD_REQUEST', message: 'emqx_psk: bad\nlistener: bad' },
      { status: 400 },
    ),
  })
  await choose('Restore…')
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('No preview available')
  await restore(drawer)
  await restore(await screen.findByRole('dialog', { name: /Restore this archive/ }))
  await within(drawer).findByText('Not everything was restored')
  within(drawer).getByText(/emqx_psk: bad/)
  expect(asked).toContain('POST /data/import')
})
