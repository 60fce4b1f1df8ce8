// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { exhookRoutes } from './routes.ts'
import { worstStatus } from './state.tsx'

const user = userEvent.setup()
const metrics = { succeed: 1200, failed: 3, rate: 4, max_rate: 20 }

/** As recorded from EMQX, with two nodes. */
const server = (name: string, more: object = {}) => ({
  name,
  url: 'http://127.0.0.1:9000',
  enable: true,
  failed_action: 'deny',
  request_timeout: '5s',
  auto_reconnect: '60s',
  pool_size: 8,
  ssl: { enable: false, verify: 'verify_none', versions: ['tlsv1.3'] },
  socket_options: { keepalive: true, nodelay: true },
  hooks: [
    { name: 'client.authenticate', params: {} },
    { name: 'message.publish', params: { topics: ['t/#'] } },
  ],
  metrics,
  node_metrics: [{ node: 'n1', metrics }],
  node_status: [
    { node: 'n1', status: 'connected' },
    { node: 'n2', status: 'disconnected', reason: 'Connection refused' },
  ],
  ...more,
})

const open = (address: string, more: Answers = {}, role = 'administrator', edition = 'opensource') =>
  renderPage(
    exhookRoutes,
    address,
    {
      'GET /exhooks': [server('first'), server('second', { enable: false }), server('third')],
      'GET /exhooks/first': server('first'),
      'GET /exhooks/first/hooks': [
        { name: 'client.authenticate', params: {}, metrics: { ...metrics, rate: 1 }, node_metrics: [] },
        { name: 'message.publish', params: { topics: ['t/#'] }, metrics, node_metrics: [] },
      ],
      'GET /nodes': [],
      ...more,
    },
    { role, edition },
  )

test.each([
  [['connected', 'connected'], 'connected'],
  [['connected', 'connecting'], 'connecting'],
  [['connecting', 'disconnected'], 'disconnected'],
  [['connected', 'error'], 'error'],
] as const)('nodes that are %j make the server %s', (states, expected) => {
  const node_status = states.map((status, index) => ({ node: `n${index}`, status }))
  expect(worstStatus({ enable: true, node_status })).toBe(expected)
  expect(worstStatus({ enable: false, node_status })).toBe('disabled')
})

describe('the list of servers', () => {
  test('shows the worst state of the nodes with its reason, and is ordered by keyboard', async () => {
    const move = vi.fn(() => new Response(null, { status: 204 }))
    await open('/exhook', { 'POST /exhooks/first/move': move })
    const row = (await screen.findByRole('link', { name: 'first' })).closest('tr')
    if (!row) throw new Error('no row')
    within(row).getByText('Disconnected')
    const handle = within(row).getByRole('button', { name: /^Move first/ })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(move.mock.calls.at(0)?.at(1)).toEqual({ position: 'after:second' }))
  })

  test('enables a server with its current settings', async () => {
    const save = vi.fn(() => server('second'))
    await open('/exhook', { 'PUT /exhooks/second': save })
    await user.click(await screen.findByRole('switch', { name: 'Enable second' }))
    await waitFor(() =>
      expect(save.mock.calls.at(0)?.at(1)).toMatchObject({ name: 'second', enable: true, pool_size: 8 }),
    )
  })

  test('cannot be changed by a viewer', async () => {
    await open('/exhook', {}, 'viewer')
    await screen.findByRole('link', { name: 'first' })
    expect(screen.queryByRole('button', { name: 'New ExHook server' })).toBeNull()
    expect(screen.getByRole('switch', { name: 'Enable second' })).toHaveProperty('disabled', true)
  })
})

describe('a new server', () => {
  test('is tested before it is saved', async () => {
    const test = vi.fn(() => ({ version: 'v2', took: 12, hooks: [{ name: 'message.publish', params: {} }] }))
    const create = vi.fn(() => server('mine'))
    await open('/exhook/create', { 'POST /mqdeck/exhook_test': test, 'POST /exhooks': create })
    await user.type(await screen.findByLabelText(/^Name/), 'mine')
    await user.click(screen.getByRole('button', { name: /^Test/ }))
    await screen.findByText(/Connected in 12 ms. Protocol v2, 1 hook./)
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(create.mock.calls.at(0)?.at(1)).toMatchObject({ name: 'mine', url: 'http://127.0.0.1:9000' }),
    )
  })

  test('cannot be tested in front of EMQX, whose different handling of messages is explained', async () => {
    await open('/exhook/create', {}, 'administrator', 'enterprise')
    await screen.findByText(/EMQX publishes messages nevertheless/)
    expect(screen.queryByRole('button', { name: /^Test/ })).toBeNull()
  })
})

describe('a server', () => {
  test('explains what a failed call does, and shows each node', async () => {
    await open('/exhook/detail/first')
    await screen.findByText(/^Deny: connections and operations/)
    await screen.findByTitle('Connection refused')
  })

  test('shows its hooks with topics and rates', async () => {
    await open('/exhook/detail/first?tab=hooks')
    const row = (await screen.findByText('message.publish')).closest('tr')
    if (!row) throw new Error('no row')
    within(row).getByText('t/#')
    within(row).getByText('1,200')
  })

  test('that was deleted leads to the list', async () => {
    await open('/exhook/detail/gone', {
      'GET /exhooks/gone': () => Response.json({ code: 'BAD_REQUEST', message: 'Server not found' }, { status: 404 }),
    })
    await screen.findByText('ExHook server not found')
  })
})
