// @vitest-environment jsdom
import { tcpListener } from '@mqdeck/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { listenerRoutes } from './routes.ts'

const user = userEvent.setup()

const status = (running: boolean | 'inconsistent', current: number) => ({
  running,
  current_connections: current,
  max_connections: 'infinity',
})
const listener = (id: string, more: object = {}) => {
  const [type = '', name = ''] = id.split(':')
  return {
    id,
    type,
    name,
    enable: true,
    bind: '0.0.0.0:1883',
    number: 1,
    status: status(true, 3),
    node_status: [{ node: 'n1', status: status(true, 3) }],
    ...more,
  }
}
const settings = (id: string, more: object = {}) => ({
  ...withoutBind(),
  id,
  type: id.split(':')[0],
  bind: '0.0.0.0:1883',
  running: true,
  current_connections: 3,
  from_a_newer_broker: { a: 1 },
  ...more,
})
const withoutBind = () => {
  const { bind: _, ...rest } = tcpListener.schema.parse({ bind: 1883 })
  return rest
}

const two = [
  listener('tcp:default'),
  listener('tcp:both', {
    number: 2,
    status: status('inconsistent', 2),
    node_status: [
      { node: 'n1', status: status(true, 2) },
      { node: 'n2', status: status(false, 0) },
    ],
  }),
]

const broker = (rows: readonly { readonly id: string }[] = two, more: Answers = {}): Answers => ({
  'GET /listeners': rows,
  ...Object.fromEntries(rows.map(({ id }) => [`GET /listeners/${id}`, settings(id)])),
  'GET /configs': () =>
    new Response('zones { iot { mqtt { max_inflight = 1 } } }', { headers: { 'content-type': 'text/plain' } }),
  ...more,
})

const open = (address = '/listener', answers = broker(), role?: string) =>
  renderPage(listenerRoutes, address, answers, role === undefined ? {} : { role })

async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('link', { name })).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return row
}

describe('the list', () => {
  test('shows state, connections and addresses, and the nodes on demand', async () => {
    await open()
    const row = await rowOf('tcp:both')
    expect(within(row).getByText('Inconsistent')).toBeTruthy()
    await user.click(within(row).getByRole('button', { name: '2 nodes tcp:both by node' }))
    expect(await screen.findByText('n2')).toBeTruthy()
    expect(screen.getAllByText('mqtt://localhost:1883')).toHaveLength(2)
  })

  test('asks before disabling, with the number of clients that are disconnected, and can undo it', async () => {
    const { asked } = await open('/listener', broker(two, { 'PUT /listeners/tcp:default': settings('tcp:default') }))
    await user.click(await screen.findByRole('switch', { name: 'Enable tcp:default' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/3 connected clients/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(asked).toContain('PUT /listeners/tcp:default'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('tcp:default enabled')
  })

  test('deletes only after the name is typed', async () => {
    const { asked } = await open('/listener', broker(two, { 'DELETE /listeners/tcp:both': {} }))
    const row = await rowOf('tcp:both')
    await user.click(within(row).getByRole('button', { name: /actions/i }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    expect(button.disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox'), 'both')
    await user.click(button)
    await waitFor(() => expect(asked).toContain('DELETE /listeners/tcp:both'))
  })

  test('a viewer has no actions', async () => {
    await open('/listener', broker(), 'viewer')
    await rowOf('tcp:both')
    expect(screen.queryByRole('button', { name: 'New listener' })).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Enable tcp:both' }).disabled).toBe(true)
  })

  test('an empty list shows how to create a listener', async () => {
    await open('/listener', broker([]))
    expect(await screen.findByText('No listeners')).toBeTruthy()
  })
})

describe('the page of a listener', () => {
  test('keeps unknown settings, and warns if EMQX disconnects clients', async () => {
    let sent: unknown
    const save = (_: URL, body: unknown) => {
      sent = body
      return settings('tcp:default')
    }
    await open('/listener/detail/tcp:default', broker(two, { 'PUT /listeners/tcp:default': save }))
    await user.type(await screen.findByLabelText('Mountpoint'), 'x')
    const address = screen.getByLabelText(/^Bind address/)
    await user.clear(address)
    await user.type(address, '1999')
    await user.click(screen.getByText('Save'))
    const dialog = await screen.findByRole('dialog')
    expect(
      within(dialog).getByText(/^The listener restarts\. \d+ connected clients? (?:is|are) disconnected\.$/),
    ).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toMatchObject({ id: 'tcp:default', type: 'tcp', mountpoint: 'x', from_a_newer_broker: { a: 1 } }),
    )
    expect(sent).not.toHaveProperty('current_connections')
  })

  test('shows that an unknown listener does not exist', async () => {
    await open('/listener/detail/tcp:none')
    expect(await screen.findByText('Listener not found')).toBeTruthy()
  })
})

describe('a new listener', () => {
  test('needs a valid name, and shows a used port at the address', async () => {
    const refused = () =>
      Response.json({ code: 'BAD_REQUEST', message: '{failed_to_start,"tcp:e2 : eaddrinuse"}' }, { status: 400 })
    await open('/listener/create', broker(two, { 'POST /listeners': refused }))
    const name = await screen.findByLabelText(/^Name/)
    await user.type(name, '-x')
    await screen.findByText(/listens on all addresses of the node/)
    const bind = screen.getByLabelText(/^Bind address/)
    expect(bind).toHaveProperty('value', '127.0.0.1:1884')
    await user.click(screen.getByText('Create'))
    expect(await screen.findByText(/Start with a letter or a digit/)).toBeTruthy()
    await user.clear(name)
    await user.type(name, 'mine')
    await user.click(screen.getByText('Create'))
    expect(await screen.findByText('This address and port are already in use. Enter another port.')).toBeTruthy()
    expect(bind.getAttribute('aria-invalid')).toBe('true')
  })

  test('keeps the input when the type changes, and explains unavailable types', async () => {
    const types = [
      { type: 'tcp', available: true, default_port: 1883, suggested_bind: '127.0.0.1:1885' },
      {
        type: 'quic',
        available: false,
        reason: 'There is no QUIC library here.',
        default_port: 14567,
        suggested_bind: '127.0.0.1:14567',
      },
    ]
    await open('/listener/create', broker(two, { 'GET /mqdeck/listener_types': types }))
    expect(await screen.findByLabelText(/^Bind address/)).toHaveProperty('value', '127.0.0.1:1885')
    await screen.findByText(/listens on 127\.0\.0\.1, the bind address of this server/)
    screen.getByRole('button', { name: 'Create' })
    await user.type(screen.getByLabelText(/^Name/), 'mine')
    await user.click(screen.getByRole('radio', { name: 'QUIC' }))
    expect(await screen.findByText('There is no QUIC library here.')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'WebSocket' }))
    expect(await screen.findByDisplayValue('mine')).toBeTruthy()
    expect(screen.getByDisplayValue('127.0.0.1:8083')).toBeTruthy()
  })

  test('checks access rules one by one', async () => {
    await open('/listener/create')
    await user.type(await screen.findByLabelText(/^Name/), 'mine')
    const rule = screen.getByLabelText('Row 1, Address')
    await user.clear(rule)
    await user.type(rule, '10.0.0.0/99')
    await user.tab()
    expect(await screen.findByText(/such as 10.0.0.0\/8/)).toBeTruthy()
  })
})
