// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { refreshChoice } from '../../data/refresh-choice.ts'
import { type Answers, renderPage } from '../../data/render-page.tsx'
import { locale } from '../../i18n/index.ts'
import { clientRoutes } from './routes.ts'

const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  locale.set('en')
  refreshChoice.set(0)
})

const client = (clientid: string, more: object = {}) => ({
  clientid,
  username: null,
  connected: true,
  ip_address: '127.0.0.1',
  port: 5000,
  keepalive: 60,
  clean_start: true,
  expiry_interval: 0,
  connected_at: '2026-11-21T07:57:24.514+00:00',
  ...more,
})

const some = [client('a'), client('b', { connected: false, expiry_interval: 7200 }), client('c')]

const broker = (rows: readonly object[] = some, more: Answers = {}): Answers => ({
  'GET /nodes': [{ node: 'n1@127.0.0.1', node_status: 'running', role: 'core' }],
  'GET /clients_v2': { data: rows, meta: { count: rows.length } },
  ...more,
})

const open = (search = '', answers = broker()) => renderPage(clientRoutes, `/clients${search}`, answers)
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)
const lastList = (asked: readonly string[]) =>
  new URL(asked.findLast((line) => / \/clients/.test(line))?.slice(4) ?? '', 'http://x')

test('the list shows the default columns, and asks for no more than they need', async () => {
  const { asked } = await open()
  await screen.findByRole('link', { name: 'a' })
  expect(headers().slice(1, -1)).toEqual([
    'Client ID',
    'Username',
    'State',
    'Address',
    'Keepalive',
    'Clean start',
    'Expires',
    'Connected at',
  ])
  expect(lastList(asked).searchParams.get('fields')).not.toContain('mqueue')
  const row = screen.getByRole('row', { name: /Select b / })
  expect(within(row).getByText('Disconnected')).toBeTruthy()
  expect(within(row).getByText('2 h')).toBeTruthy()
  expect(screen.getByText('3 clients')).toBeTruthy()
})

test('a column that is chosen is asked for, and one that has no field asks for everything', async () => {
  const { asked } = await open()
  await user.click(await screen.findByRole('button', { name: 'Choose columns' }))
  await user.click(screen.getByRole('checkbox', { name: 'Subscriptions' }))
  await waitFor(() => expect(lastList(asked).searchParams.get('fields')).toContain('subscriptions_max'))
  await user.click(screen.getByRole('checkbox', { name: 'Listener' }))
  await waitFor(() => expect(lastList(asked).searchParams.has('fields')).toBe(false))
  expect(JSON.parse(localStorage.getItem('clientTableColumns') ?? '[]')).toContain('listener')
})

test('no limit is written as unlimited, whether the broker says infinity or 0', async () => {
  localStorage.setItem('clientTableColumns', '["clientid","subscriptions","mqueue"]')
  const limits = { subscriptions_cnt: 3, subscriptions_max: 'infinity', mqueue_len: 1, mqueue_max: 0 }
  await open('', broker([client('a', limits)]))
  const row = await screen.findByRole('row', { name: /Select a / })
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(2, 4)
      .map((cell) => cell.textContent),
  ).toEqual(['3 / unlimited', '1 / unlimited'])
})

describe('filters', () => {
  test('are asked for after Enter, shown as chips, and leave with their chip', async () => {
    const { asked, address } = await open()
    await user.type(await screen.findByLabelText('Client ID'), ' dev {Enter}')
    await waitFor(() => expect(lastList(asked).searchParams.get('like_clientid')).toBe('dev'))
    expect(address()).toBe('/clients?like_clientid=dev')
    await user.selectOptions(screen.getByLabelText('State'), 'connected')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(lastList(asked).searchParams.get('conn_state')).toBe('connected'))
    await user.click(screen.getByRole('button', { name: 'Remove the filter Client ID contains dev' }))
    await waitFor(() => expect(lastList(asked).searchParams.has('like_clientid')).toBe(false))
    expect(address()).toBe('/clients?conn_state=connected')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(address()).toBe('/clients'))
    expect(screen.queryByRole('list', { name: /filter/ })).toBeNull()
  })

  test('from the URL stand in the form', async () => {
    await open('?username=ann&proto_ver=5&ip_address=::1')
    expect(await screen.findByLabelText('Username')).toHaveProperty('value', 'ann')
    expect(screen.getByRole('button', { name: 'Username: how to match Exact' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    expect(screen.getByLabelText('Protocol version')).toHaveProperty('value', '5')
    expect(screen.getByLabelText('IP address')).toHaveProperty('value', '::1')
  })

  test('an address that is none is refused beside its field, not by the broker', async () => {
    const { asked } = await open()
    await user.click(await screen.findByRole('button', { name: 'More filters' }))
    const before = asked.length
    await user.type(screen.getByLabelText('IP address'), '127.0.0')
    expect(screen.queryByText('Not an IP address')).toBeNull()
    await user.keyboard('{Enter}')
    expect(screen.getByText('Not an IP address')).toBeTruthy()
    expect(asked).toHaveLength(before)
  })

  test('an address that is none comes back to sight when it was folded away', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: 'More filters' }))
    await user.type(screen.getByLabelText('IP address'), '127.0.0')
    await user.click(screen.getByRole('button', { name: 'Fewer filters' }))
    expect(screen.queryByLabelText('IP address')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Search' }))
    expect(screen.getByText('Not an IP address')).toBeTruthy()
    await user.type(screen.getByLabelText('IP address'), '.1')
    expect(screen.queryByText('Not an IP address')).toBeNull()
    expect(screen.getByLabelText('IP address')).toHaveProperty('value', '127.0.0.1')
  })

  test('a node is asked for in the list that has pages and a total', async () => {
    const page = { data: some, meta: { page: 2, limit: 20, count: 63, hasnext: true } }
    const { asked } = await open('?node=n1%40127.0.0.1&page=2', broker(some, { 'GET /clients': page }))
    await screen.findByText('63 clients')
    expect(lastList(asked).pathname).toBe('/clients')
    expect(Object.fromEntries(lastList(asked).searchParams)).toMatchObject({
      node: 'n1@127.0.0.1',
      page: '2',
      limit: '20',
    })
    expect(asked.some((line) => line.includes('/clients_v2'))).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(lastList(asked).searchParams.get('page')).toBe('3'))
  })
})

describe('selected clients', () => {
  const choose = async (...ids: readonly string[]) => {
    for (const id of ids) await user.click(await screen.findByRole('checkbox', { name: `Select ${id}` }))
  }

  test('are kicked out after a question that says what will happen', async () => {
    const { asked } = await open(
      '',
      broker(some, { 'POST /clients/kickout/bulk': () => new Response(null, { status: 204 }) }),
    )
    await choose('a', 'b')
    await user.click(screen.getByRole('button', { name: 'Kick out' }))
    const dialog = await screen.findByRole('dialog', { name: 'Kick out 2 clients?' })
    expect(within(dialog).getByText('1 connection is closed and its session ends.')).toBeTruthy()
    expect(within(dialog).getByText('1 session that waits for its client is deleted.')).toBeTruthy()
    expect(within(dialog).getByText('b')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Kick out' }))
    await screen.findByText('2 clients were kicked out successfully.')
    expect(asked).toContain('POST /clients/kickout/bulk')
    expect(screen.queryByText('2 selected')).toBeNull()
  })

  test('stay selected when the broker refuses, and while the list refreshes', async () => {
    const refused = () => Response.json({ code: 'BAD_RPC', message: 'down' }, { status: 400 })
    const { asked } = await open('', broker(some, { 'POST /clients/kickout/bulk': refused }))
    await choose('a', 'c')
    await user.click(screen.getByRole('button', { name: 'Kick out' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Kick out' }))
    await screen.findByText('The clients could not be kicked out.')
    const before = asked.length
    await user.click(screen.getByRole('button', { name: 'Refresh now' }))
    await waitFor(() => expect(asked.length).toBeGreaterThan(before))
    expect(screen.getByText('2 selected')).toBeTruthy()
  })
})

test('the menu of a row kicks out who is connected and cleans the session of who is not', async () => {
  const gone = () => new Response(null, { status: 204 })
  const { asked } = await open('', broker(some, { 'DELETE /clients/b': gone }))
  const menuOf = async (id: string) => {
    const row = await screen.findByRole('row', { name: new RegExp(`Select ${id} `) })
    await user.click(within(row).getByRole('button', { name: 'Actions of this row' }))
  }
  await menuOf('a')
  expect(await screen.findByRole('menuitem', { name: 'Kick out' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await menuOf('b')
  await user.click(await screen.findByRole('menuitem', { name: 'Clean session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Clean this session?' })
  await user.click(within(dialog).getByRole('button', { name: 'Clean session' }))
  await screen.findByText('The session of b was cleared successfully.')
  expect(asked).toContain('DELETE /clients/b')
})

describe('without rows', () => {
  test('the page says how to connect the first client', async () => {
    const listener = { id: 'tcp:default', type: 'tcp', name: 'default', enable: true, bind: '0.0.0.0:1884' }
    await open('', broker([], { 'GET /listeners': [listener] }))
    await screen.findByText('No client is connected')
    expect(await screen.findByText(/^mosquitto_sub -h localhost -p 1884/)).toBeTruthy()
  })

  test('filters that fit nobody can be reset', async () => {
    const { address } = await open('?like_clientid=nobody', broker([]))
    await user.click(await screen.findByRole('button', { name: 'Reset filters' }))
    await waitFor(() => expect(address()).toBe('/clients'))
  })

  test('a later page leads to the first one, and says so', async () => {
    const list = ({ searchParams }: URL) =>
      searchParams.has('cursor') ? { data: [], meta: { count: 0 } } : { data: some, meta: { count: 3 } }
    const { address } = await open('?page=2&cursor=x', broker([], { 'GET /clients_v2': list }))
    await screen.findByText('No data available on this page. Redirected to the first page.')
    await screen.findByRole('link', { name: 'a' })
    expect(address()).toBe('/clients')
  })

  test('a cursor that the broker refuses offers the first page', async () => {
    const list = ({ searchParams }: URL) =>
      searchParams.has('cursor')
        ? Response.json({ code: 'BAD_REQUEST', message: 'bad cursor' }, { status: 400 })
        : { data: some, meta: { count: 3 } }
    await open('?page=2&cursor=x', broker([], { 'GET /clients_v2': list }))
    await screen.findByText('bad cursor')
    await user.click(screen.getByRole('button', { name: 'Go to the first page' }))
    await screen.findByRole('link', { name: 'a' })
  })
})
