// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { clientRoutes } from '../routes.ts'

const user = userEvent.setup()

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

test('the list shows the default columns and requests only their fields', async () => {
  const { asked } = await open()
  await screen.findByRole('link', { name: 'a' })
  expect(headers().slice(1, -1)).toEqual([
    'Client ID',
    'State',
    'Queue',
    'Dropped',
    'In/s',
    'Out/s',
    'Username',
    'Address',
    'Connected at',
    'Keep alive',
    'Clean start',
    'Session expiry',
  ])
  expect(lastList(asked).searchParams.get('fields')).toContain('mqueue_len')
  expect(lastList(asked).searchParams.get('fields')).not.toContain('subscriptions')
  const row = screen.getByRole('row', { name: /Select b / })
  expect(within(row).getByText('Disconnected')).toBeTruthy()
  expect(within(row).getByText('2 h')).toBeTruthy()
  expect(screen.getByText('3 sessions')).toBeTruthy()
})

test('a chosen column requests its field, or all fields if it has none', async () => {
  const { asked } = await open()
  await user.click(await screen.findByRole('button', { name: 'Choose columns' }))
  await user.click(screen.getByRole('checkbox', { name: 'Subscriptions' }))
  await waitFor(() => expect(lastList(asked).searchParams.get('fields')).toContain('subscriptions_max'))
  await user.click(screen.getByRole('checkbox', { name: 'Listener' }))
  await waitFor(() => expect(lastList(asked).searchParams.has('fields')).toBe(false))
  expect(JSON.parse(localStorage.getItem('clientTableColumns') ?? '[]')).toContain('listener')
})

test('the limits infinity and 0 are shown as no limit', async () => {
  localStorage.setItem('clientTableColumns', '["clientid","subscriptions","mqueue"]')
  const limits = { subscriptions_cnt: 3, subscriptions_max: 'infinity', mqueue_len: 1, mqueue_max: 0 }
  await open('', broker([client('a', limits)]))
  const row = await screen.findByRole('row', { name: /Select a / })
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(2, 4)
      .map((cell) => cell.textContent),
  ).toEqual(['1 / no limit', '3 / no limit'])
})

describe('filters', () => {
  test('apply on Enter, are shown as chips and are removed with their chip', async () => {
    const { asked, address } = await open()
    await user.type(await screen.findByLabelText('Client ID'), ' dev {Enter}')
    await waitFor(() => expect(lastList(asked).searchParams.get('like_clientid')).toBe('dev'))
    expect(address()).toBe('/clients?like_clientid=dev')
    await user.selectOptions(screen.getByLabelText('State'), 'connected')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(lastList(asked).searchParams.get('conn_state')).toBe('connected'))
    await user.click(screen.getByRole('button', { name: 'Remove filter Client ID contains dev' }))
    await waitFor(() => expect(lastList(asked).searchParams.has('like_clientid')).toBe(false))
    expect(address()).toBe('/clients?conn_state=connected')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(address()).toBe('/clients'))
    expect(screen.queryByRole('list', { name: /filter/ })).toBeNull()
  })

  test('from the URL are shown in the form', async () => {
    await open('?username=ann&proto_ver=5&ip_address=::1')
    expect(await screen.findByLabelText('Username')).toHaveProperty('value', 'ann')
    expect(screen.getByRole('button', { name: 'Username: match type Exact' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    expect(screen.getByLabelText('Protocol version')).toHaveProperty('value', '5')
    expect(screen.getByLabelText('IP address')).toHaveProperty('value', '::1')
  })

  test('an invalid address shows an error at its field and is not requested', async () => {
    const { asked } = await open()
    await user.click(await screen.findByRole('button', { name: 'More filters' }))
    const before = asked.length
    await user.type(screen.getByLabelText('IP address'), '127.0.0')
    expect(screen.queryByText('Not an IP address')).toBeNull()
    await user.keyboard('{Enter}')
    expect(screen.getByText('Not an IP address')).toBeTruthy()
    expect(asked).toHaveLength(before)
  })

  test('the hidden filters open if their address is invalid', async () => {
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

  test('a node filter uses the list with page numbers and a total', async () => {
    const page = { data: some, meta: { page: 2, limit: 20, count: 63, hasnext: true } }
    const { asked } = await open('?node=n1%40127.0.0.1&page=2', broker(some, { 'GET /clients': page }))
    await screen.findByText('63 sessions · ordered by client ID')
    expect(screen.getByText('21–23 of 63')).toBeTruthy()
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

  const bulk = async (action: string) => {
    await user.click(screen.getByRole('button', { name: action }))
    return within(await screen.findByRole('dialog'))
  }
  const noContent = () => new Response(null, { status: 204 })

  test('are kicked out if connected, after a confirmation with their client IDs', async () => {
    const { asked } = await open('', broker(some, { 'DELETE /clients/a': noContent }))
    await choose('a', 'b')
    const dialog = await bulk('Kick out')
    await dialog.findByText('1 connected client')
    expect(dialog.getByText('a')).toBeTruthy()
    expect(dialog.queryByText('b')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Kick out 1 client' }))
    await waitFor(() => expect(asked).toContain('DELETE /clients/a'))
    expect(asked.some((line) => line.endsWith('/clients/b'))).toBe(false)
    expect(screen.queryByText('2 selected')).toBeNull()
  })

  test('have their sessions cleaned unless they have reconnected', async () => {
    const away = { connected: false }
    const { asked } = await open(
      '',
      broker([client('b', away), client('d', away)], {
        'GET /clients/b': client('b'),
        'GET /clients/d': client('d', away),
        'DELETE /clients/d': noContent,
      }),
    )
    await choose('b', 'd')
    const dialog = await bulk('Clean sessions')
    await user.click(await dialog.findByRole('button', { name: 'Clean 2 sessions' }))
    await waitFor(() => expect(asked).toContain('DELETE /clients/d'))
    expect(asked).toContain('GET /clients/b')
    expect(asked).not.toContain('DELETE /clients/b')
  })

  test('are banned with a reason and an expiry', async () => {
    const sent: unknown[] = []
    const ban = (_: URL, body: unknown) => {
      sent.push(body)
      return body
    }
    await open('', broker(some, { 'POST /banned': ban }))
    await choose('a', 'b')
    const dialog = await bulk('Ban')
    await user.type(dialog.getByLabelText('Reason'), 'noise')
    await user.click(dialog.getByText('1 day'))
    const before = Math.floor(Date.now() / 1000)
    await user.click(await dialog.findByRole('button', { name: 'Ban 2 clients' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toMatchObject([
      { as: 'clientid', who: 'a', reason: 'noise', by: 'admin' },
      { as: 'clientid', who: 'b', reason: 'noise', by: 'admin' },
    ])
    const { until } = sent[0] as { readonly until: number } // as above
    expect(until - before).toBeGreaterThanOrEqual(86_400)
    expect(until - before).toBeLessThan(86_410)
  })

  test('are unsubscribed from a valid topic filter', async () => {
    const sent: unknown[] = []
    const unsubscribed = (_: URL, body: unknown) => {
      sent.push(body)
      return noContent()
    }
    await open('', broker(some, { 'POST /clients/a/unsubscribe/bulk': unsubscribed }))
    await choose('a')
    const dialog = await bulk('Unsubscribe')
    const topic = dialog.getByLabelText(/^Topic filter/)
    await user.type(topic, 'a/#/b')
    await user.click(await dialog.findByRole('button', { name: 'Unsubscribe 1 client' }))
    expect(topic.getAttribute('aria-invalid')).toBe('true')
    await user.clear(topic)
    await user.type(topic, 'a/#')
    await user.click(dialog.getByRole('button', { name: 'Unsubscribe 1 client' }))
    await waitFor(() => expect(sent).toEqual([[{ topic: 'a/#' }]]))
  })

  test('stay selected while the list refreshes and when the dialog is cancelled', async () => {
    const { asked } = await open()
    await choose('a', 'c')
    const dialog = await bulk('Kick out')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const before = asked.length
    await user.click(await screen.findByRole('button', { name: 'Refresh now' }))
    await waitFor(() => expect(asked.length).toBeGreaterThan(before))
    expect(screen.getByText('2 selected')).toBeTruthy()
  })

  test('on other pages stay selected until the filters change', async () => {
    const list = ({ searchParams }: URL) =>
      searchParams.has('cursor')
        ? { data: [client('z')], meta: { count: 1 } }
        : { data: some, meta: { count: 3, cursor: 'c1' } }
    await open('', broker(some, { 'GET /clients_v2': list }))
    await choose('a')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await choose('z')
    expect(screen.getByText('2 selected, 1 on other pages')).toBeTruthy()
    const dialog = await bulk('Kick out')
    await dialog.findByText('2 connected clients')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.selectOptions(screen.getByLabelText('State'), 'connected')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())
  })
})

describe('all clients that match the filters', () => {
  const openBulk = async (entry: string, action: string) => {
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: entry }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bulk actions' }))
    await user.click(dialog.getByRole('radio', { name: action }))
    return dialog
  }

  test('are read up to the last page, counted, and kicked out one by one', async () => {
    const list = ({ searchParams }: URL) => {
      if (searchParams.get('fields') !== 'clientid') return { data: some, meta: { count: 3, cursor: 'n' } }
      return searchParams.has('cursor')
        ? { data: [{ clientid: 'd3' }], meta: { count: 1 } }
        : { data: [{ clientid: 'd1' }, { clientid: 'd2' }], meta: { count: 2, cursor: 'n' } }
    }
    const noContent = () => new Response(null, { status: 204 })
    const { asked } = await open(
      '?like_clientid=d',
      broker(some, {
        'GET /clients_v2': list,
        'DELETE /clients/d1': noContent,
        'DELETE /clients/d2': noContent,
        'DELETE /clients/d3': noContent,
      }),
    )
    const dialog = await openBulk('Bulk actions on all matching clients…', 'Kick out')
    await dialog.findByText('3 connected clients')
    const walk = asked.filter((line) => line.includes('limit=1000'))
    expect(walk).toHaveLength(2)
    for (const line of walk) expect(line).toMatch(/like_clientid=d.*conn_state=connected/)
    await user.click(dialog.getByRole('button', { name: 'Kick out 3 clients' }))
    await waitFor(() => expect(asked.filter((line) => line.startsWith('DELETE')).toSorted()).toHaveLength(3))
  })

  test('are none if the state filter contradicts the action', async () => {
    const { asked } = await open('?conn_state=connected')
    const dialog = await openBulk('Bulk actions on 3 matching clients…', 'Clean sessions')
    await dialog.findByText('All of these clients are connected.')
    expect(dialog.getByRole('button', { name: 'Clean sessions' })).toHaveProperty('disabled', true)
    expect(asked.some((line) => line.includes('conn_state=disconnected'))).toBe(false)
  })

  test('are requested again after an error', async () => {
    let isBroken = true
    const list = ({ searchParams }: URL) => {
      if (searchParams.get('limit') !== '1000') return { data: some, meta: { count: 3 } }
      return isBroken
        ? Response.json({ code: 'BAD_REQUEST', message: 'not now' }, { status: 400 })
        : { data: [{ clientid: 'a' }], meta: { count: 1 } }
    }
    await open('', broker(some, { 'GET /clients_v2': list }))
    const dialog = await openBulk('Bulk actions on all 3 clients…', 'Ban')
    await dialog.findByText('not now')
    isBroken = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await dialog.findByText('1 client')
  })
})

test('a bulk action on more than 50 clients starts only after their number was typed', async () => {
  const many = Array.from({ length: 51 }, (_, index) => ({ clientid: `d${index}` }))
  const list = ({ searchParams }: URL) =>
    searchParams.get('fields') === 'clientid' ? { data: many, meta: { count: 51 } } : { data: some, meta: { count: 3 } }
  const { asked } = await open('', broker(some, { 'GET /clients_v2': list }))
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bulk actions on all 3 clients…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const kick = await dialog.findByRole('button', { name: 'Kick out 51 clients' })
  expect(dialog.getByLabelText(/^Rate/)).toHaveProperty('value', '10')
  await user.click(kick)
  await dialog.findByText('Type the number of clients: 51')
  expect(asked.some((line) => line.startsWith('DELETE'))).toBe(false)
  await user.type(dialog.getByLabelText('Type 51 to confirm'), '51')
  await user.click(kick)
  await waitFor(() => expect(asked.some((line) => line.startsWith('DELETE'))).toBe(true))
})

test('a view shows the first sessions by a measure, from a scan of all sessions', async () => {
  const slow = client('slow', { mqueue_len: 950, mqueue_max: 1000 })
  const { asked } = await open('?view=queue', {
    ...broker([slow, ...some]),
    'GET /nodes': [{ node: 'n1@127.0.0.1', node_status: 'running', role: 'core', connections: 4 }],
  })
  await screen.findByRole('link', { name: 'slow' })
  expect(screen.getAllByRole('link')).toHaveLength(1)
  await screen.findByText(/^Scanned 4 sessions at/)
  expect(asked.filter((line) => line.includes('/clients_v2'))).toHaveLength(1)
})

describe('wildcards', () => {
  const all = ['dev-a1', 'dev-b1x', 'dev-c2', 'mydev-a1']
  const paged =
    (portions: readonly (readonly string[])[]) =>
    ({ searchParams }: URL) => {
      const index = Number(searchParams.get('cursor') ?? 0)
      const rows = (portions[index] ?? []).map((id) => client(id))
      return {
        data: rows,
        meta: { count: rows.length, ...(index + 1 < portions.length && { cursor: String(index + 1) }) },
      }
    }

  test('list only clients whose whole client ID matches, and the broker searches for the literal part', async () => {
    const { asked } = await open('?like_clientid=dev-%3F1*', { ...broker(), 'GET /clients_v2': paged([all]) })
    await screen.findByRole('link', { name: 'dev-a1' })
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['dev-a1', 'dev-b1x'])
    expect(lastList(asked).searchParams.get('like_clientid')).toBe('dev-')
    expect(screen.getByText('matches dev-?1*')).toBeTruthy()
  })

  test('are searched until a page is full, or for at most twenty requests', async () => {
    const none = Array.from({ length: 30 }, () => ['other'])
    const { asked } = await open('?like_clientid=dev*', { ...broker(), 'GET /clients_v2': paged(none) })
    await screen.findByText(/None of the clients searched so far matches/)
    expect(asked.filter((one) => one.includes('/clients_v2'))).toHaveLength(20)
    const found = [['other'], ['dev-1']]
    await open('?like_clientid=dev*&node=n1', { ...broker(), 'GET /clients_v2': paged(found) })
    await screen.findByText('No client matches these filters')
  })
})

test('a page of a longer list shows the total number of clients', async () => {
  await open('', {
    ...broker(),
    'GET /clients_v2': { data: some, meta: { count: 3, cursor: 'next' } },
    'GET /monitor_current': { connections: 5040 },
  })
  await screen.findByText('5,040 sessions · ordered by client ID')
  expect(screen.getByText('1–3 of 5,040')).toBeTruthy()
})

test('a viewer has no actions that change clients', async () => {
  await renderPage(clientRoutes, '/clients', broker(), { role: 'viewer' })
  const row = await screen.findByRole('row', { name: /^a / })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Open client', 'Copy client ID'])
})

test('the row menu bans the client by client ID, username or address', async () => {
  const sent: unknown[] = []
  const ban = (_: URL, body: unknown) => {
    sent.push(body)
    return body
  }
  await open('', broker([client('a', { username: 'ann' })], { 'POST /banned': ban }))
  const row = await screen.findByRole('row', { name: /Select a / })
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ban…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban clients' }))
  expect(dialog.getByLabelText(/^Client ID/)).toHaveProperty('value', 'a')
  await user.selectOptions(dialog.getByLabelText('Type'), 'username')
  expect(dialog.getByLabelText(/^Username/)).toHaveProperty('value', 'ann')
  await user.click(dialog.getByRole('button', { name: 'Ban clients' }))
  await screen.findByText('ann banned')
  expect(sent).toMatchObject([{ as: 'username', who: 'ann', until: 'infinity', by: 'admin' }])
})

test('the row menu kicks out a connected client and cleans the session of a disconnected one', async () => {
  const noContent = () => new Response(null, { status: 204 })
  const { asked } = await open('', broker(some, { 'DELETE /clients/b': noContent }))
  const menuOf = async (id: string) => {
    const row = await screen.findByRole('row', { name: new RegExp(`Select ${id} `) })
    await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  }
  await menuOf('a')
  expect(await screen.findByRole('menuitem', { name: 'Kick out' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await menuOf('b')
  await user.click(await screen.findByRole('menuitem', { name: 'Clean session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Clean this session?' })
  await user.click(within(dialog).getByRole('button', { name: 'Clean session' }))
  await screen.findByText('b: session cleared successfully')
  expect(asked).toContain('DELETE /clients/b')
})

describe('without rows', () => {
  test('the page shows how to connect the first client', async () => {
    const listener = { id: 'tcp:default', type: 'tcp', name: 'default', enable: true, bind: '0.0.0.0:1884' }
    await open('', broker([], { 'GET /listeners': [listener] }))
    await screen.findByText('No clients connected')
    expect(await screen.findByText(/^mosquitto_sub -h localhost -p 1884/)).toBeTruthy()
  })

  test('filters without a match can be reset', async () => {
    const { address } = await open('?like_clientid=nobody', broker([]))
    await user.click(await screen.findByRole('button', { name: 'Reset filters' }))
    await waitFor(() => expect(address()).toBe('/clients'))
  })

  test('a later page redirects to the first page with a message', async () => {
    const list = ({ searchParams }: URL) =>
      searchParams.has('cursor') ? { data: [], meta: { count: 0 } } : { data: some, meta: { count: 3 } }
    const { address } = await open('?page=2&cursor=x', broker([], { 'GET /clients_v2': list }))
    await screen.findByText('No data available on this page. Redirected to the first page.')
    await screen.findByRole('link', { name: 'a' })
    expect(address()).toBe('/clients')
  })

  test('a rejected cursor offers the first page', async () => {
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
