// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { auditRoutes } from './routes.ts'

const user = userEvent.setup()

const entry = (more: object = {}) => ({
  args: '',
  created_at: '2026-11-21T07:57:39.343207+00:00',
  duration_ms: 13,
  failure: '',
  from: 'dashboard',
  http_method: 'post',
  http_request: { bindings: {}, body: '{"as":"clientid"}', headers: { host: 'h' }, method: 'post' },
  http_status_code: 200,
  node: 'n1@host',
  operation_id: '/banned',
  operation_type: 'banned',
  operation_result: 'success',
  source: 'admin',
  source_ip: '10.0.0.1',
  ...more,
})
const command = entry({
  created_at: '2026-11-21T07:57:38.000001+00:00',
  args: ['anna'],
  from: 'cli',
  http_method: '',
  http_request: '',
  http_status_code: '',
  operation_id: '',
  operation_type: 'reset-password',
  source: 'root',
  source_ip: '',
})
const settings = { audit: { enable: true, max_filter_size: 5000 }, console: { enable: true } }
const page = (data: readonly object[]) => ({ data, meta: { count: data.length, hasnext: false, page: 1, limit: 20 } })
const broker = (more: Answers = {}): Answers => ({
  'GET /nodes': [{ node: 'n1@host', node_status: 'running' }],
  'GET /audit': page([entry(), command]),
  'GET /configs/log': settings,
  ...more,
})
const open = (search = '', answers = broker(), role = 'administrator') =>
  renderPage(auditRoutes, `/audit-log${search}`, answers, { role })

test('operations and commands have readable names', async () => {
  await open()
  expect(await screen.findByRole('link', { name: 'Ban client' })).toBeTruthy()
  const row = screen.getByRole('link', { name: 'Reset password' }).closest('tr')
  expect(row?.textContent).toContain('annarootCommand line')
})

test('filters are sent with the parameter names of the API', async () => {
  const { asked } = await open('?source=eve&page=2')
  await screen.findByRole('link', { name: 'Ban client' })
  await user.selectOptions(screen.getByLabelText('Operation'), 'Edit user')
  await user.selectOptions(screen.getByLabelText('Result'), 'Failed')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(asked.some((line) => line.includes('operation_result=failure'))).toBe(true))
  const query = new URL(asked.findLast((line) => line.startsWith('GET /audit?'))?.slice(4) ?? '', 'http://x')
    .searchParams
  expect(Object.fromEntries(query)).toEqual({
    operation_id: '/users/:username',
    http_method: 'put',
    operation_result: 'failure',
    source: 'eve',
    page: '1',
    limit: '20',
  })
})

test('an entry on another page is loaded by its time', async () => {
  const at = '2026-11-20T01:00:00.000001+00:00'
  const list = ({ searchParams }: URL) =>
    page(searchParams.has('gte_created_at') ? [entry({ created_at: at, failure: { code: 'X', message: 'why' } })] : [])
  await open(`?entry=${encodeURIComponent(at)}`, broker({ 'GET /audit': list }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('X: why')).toBeTruthy()
  expect(drawer.getByText(/"as": "clientid"/)).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Technical details' }))
  expect(drawer.getByText('POST /banned')).toBeTruthy()
})

test('a disabled audit log is not requested, and can be enabled without changing other log settings', async () => {
  let sent: unknown
  const save = (_: URL, body: unknown) => {
    sent = body
    return settings
  }
  const disabledSettings = { ...settings, audit: { enable: false, max_filter_size: 5000 } }
  const { asked } = await open('', broker({ 'GET /configs/log': disabledSettings, 'PUT /configs/log': save }))
  await user.click(await screen.findByRole('button', { name: 'Enable audit log' }))
  expect(asked.filter((line) => line.startsWith('GET /audit?'))).toEqual([])
  await waitFor(() => expect(sent).toEqual(settings))
})

test('a viewer sees that an administrator can enable the audit log', async () => {
  const off = () => Response.json({ code: 'BAD_REQUEST', message: 'Audit is disabled' }, { status: 400 })
  await open('', broker({ 'GET /audit': off }), 'viewer')
  expect(await screen.findByText(/An administrator can enable it/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enable audit log' })).toBeNull()
})

test('a broker without an audit log shows another message than a disabled one', async () => {
  const { 'GET /audit': _, ...without } = broker()
  await open('', without)
  expect(await screen.findByText('This broker has no audit log')).toBeTruthy()
})

test('other errors are shown with a retry button', async () => {
  await open('', broker({ 'GET /audit': () => Response.json({ code: 'BAD_RPC', message: '' }, { status: 500 }) }))
  expect(await screen.findByRole('button', { name: /try again/i })).toBeTruthy()
})
