// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { gatewayRoutes } from './routes.ts'

const user = userEvent.setup()

const running = (name: string, more: object = {}) => ({
  name,
  status: 'running',
  created_at: '2026-11-22T10:19:17.227+00:00',
  started_at: '2026-11-22T10:19:17.232+00:00',
  current_connections: 3,
  max_connections: 1024000,
  listeners: [{ id: `${name}:tcp:default`, name: 'default', type: 'tcp', running: true }],
  node_status: [
    { node: 'n1', status: 'running', current_connections: 2, max_connections: 512000 },
    { node: 'n2', status: 'running', current_connections: 1, max_connections: 512000 },
  ],
  ...more,
})
const unloaded = (name: string) => ({ name, status: 'unloaded' })
const listener = {
  id: 'jt808:tcp:default',
  name: 'default',
  type: 'tcp',
  acceptors: 16,
  access_rules: [],
  bind: '127.0.0.1:57207',
  enable: true,
  enable_authn: true,
  max_conn_rate: 1000,
  max_connections: 1024000,
  proxy_protocol: false,
  proxy_protocol_timeout: '3s',
}
const status = { running: true, current_connections: 3, max_connections: 1024000 }
const jt808 = {
  name: 'jt808',
  status: 'running',
  started_at: '2026-11-22T10:19:17.843+00:00',
  created_at: '2026-11-22T10:19:17.842+00:00',
  enable: true,
  enable_stats: true,
  idle_timeout: '30s',
  listeners: [listener],
  max_retry_times: 3,
  mountpoint: 'jt808/',
}
const openApi = {
  components: {
    schemas: {
      'emqx_gateway_api.update_jt808': {
        type: 'object',
        properties: {
          enable: { type: 'boolean', default: true },
          enable_stats: { type: 'boolean', default: true },
          idle_timeout: { type: 'string', default: '30s', example: '12m' },
          max_retry_times: { type: 'integer', default: 3, minimum: 0 },
          mountpoint: { type: 'string', default: 'jt808/' },
        },
      },
    },
  },
}
const client = {
  clientid: 'c1',
  username: 'u1',
  node: 'n1',
  connected: true,
  ip_address: '127.0.0.1',
  port: 37758,
  proto_name: 'JT808',
  proto_ver: '2013',
  keepalive: 0,
  clean_start: true,
  expiry_interval: 0,
  connected_at: '2026-11-22T10:34:36.844+00:00',
  disconnected_at: null,
  subscriptions_cnt: 1,
  subscriptions_max: 'infinity',
}
const done = () => new Response(null, { status: 204 })

const broker = (more: Answers = {}): Answers => ({
  'GET /gateways': [unloaded('coap'), running('jt808'), unloaded('stomp')],
  'GET /gateways/jt808': jt808,
  'GET /gateways/jt808/listeners': [{ ...listener, status, node_status: [{ node: 'n1', status }] }],
  'GET /gateways/jt808/listeners/jt808:tcp:default': { ...listener, running: true },
  'GET /gateways/jt808/authentication': done,
  'GET /gateways/jt808/clients': { data: [client], meta: { count: 1, page: 1, limit: 20, hasnext: false } },
  'GET /gateways/jt808/clients/c1': client,
  'GET /gateways/jt808/clients/c1/subscriptions': [
    { topic: 'jt808/c1/dn', qos: 0, nl: 0, rap: 0, rh: 1, is_new: true },
  ],
  'GET /api-docs/swagger.json': openApi,
  ...more,
})

const open = (address: string, more: Answers = {}, role?: string) =>
  renderPage(gatewayRoutes, address, broker(more), role === undefined ? {} : { role })

describe('the list', () => {
  test('shows gateways in use first, with connections and listeners, and offers to set the others up', async () => {
    await open('/gateway')
    await screen.findByText('Running')
    const rows = screen.getAllByRole('row')
    expect(within(rows[1] ?? document.body).getByRole('link', { name: 'JT/T 808' })).toBeTruthy()
    expect(within(rows[1] ?? document.body).getByText('Running')).toBeTruthy()
    expect(within(rows[1] ?? document.body).getByText('1 listener')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /^Set up/ })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: '2 nodes jt808 by node' }))
    expect(await screen.findByText('n2')).toBeTruthy()
  })

  test('disabling asks with the number of connections that are closed', async () => {
    const { asked } = await open('/gateway', { 'PUT /gateways/jt808/enable/false': done })
    await user.click(await screen.findByRole('switch', { name: 'Enable JT/T 808' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('3 connections are closed.')).toBeTruthy()
    expect(asked).not.toContain('PUT /gateways/jt808/enable/false')
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(asked).toContain('PUT /gateways/jt808/enable/false'))
  })

  test('a viewer can neither switch nor set up', async () => {
    await open('/gateway', {}, 'viewer')
    expect(await screen.findByRole('switch', { name: 'Enable JT/T 808' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('link', { name: /^Set up/ })).toBeNull()
  })
})

describe('the page of a gateway', () => {
  test('the form of a kind without a declaration comes from the OpenAPI document', async () => {
    const sent: unknown[] = []
    await open('/gateway/detail/jt808', {
      'PUT /gateways/jt808': (_: URL, body: unknown) => {
        sent.push(body)
        return done()
      },
    })
    const field = await screen.findByLabelText(/Max retries/)
    await user.clear(field)
    await user.type(field, '5')
    await user.click(screen.getByText('Save'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/3 connections are closed/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ enable: true, max_retry_times: 5, idle_timeout: '30s' })
    expect(sent[0]).not.toHaveProperty('listeners')
    expect(sent[0]).not.toHaveProperty('status')
  })

  test('without an OpenAPI document the settings are edited as JSON', async () => {
    await open('/gateway/detail/jt808', { 'GET /api-docs/swagger.json': undefined })
    await screen.findByText(/does not describe these settings/)
  })

  test('the address of a tab of EMQX opens that tab', async () => {
    const { address } = await open('/gateway/detail/jt808/clients')
    await screen.findByRole('link', { name: 'c1' })
    expect(address()).toBe('/gateway/detail/jt808?tab=clients')
  })

  test('a gateway that is not set up leads to its creation', async () => {
    await open('/gateway/detail/stomp', { 'GET /gateways/stomp': unloaded('stomp') })
    await screen.findByRole('button', { name: 'Set up' })
  })

  test('an unknown gateway is reported as missing', async () => {
    await open('/gateway/detail/nosuch', {
      'GET /gateways/nosuch': () =>
        Response.json({ code: 'BAD_REQUEST', message: '{"kind":"validation_error"}' }, { status: 400 }),
    })
    await screen.findByText('Gateway not found')
  })
})

describe('listeners', () => {
  test('deleting a listener asks for its name', async () => {
    const { asked } = await open('/gateway/detail/jt808?tab=listeners', {
      'DELETE /gateways/jt808/listeners/jt808:tcp:default': done,
    })
    await user.click(await screen.findByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('3 connections are closed.')).toBeTruthy()
    await user.type(within(dialog).getByRole('textbox'), 'default')
    await user.click(within(dialog).getByRole('button', { name: 'Delete listener' }))
    await waitFor(() => expect(asked).toContain('DELETE /gateways/jt808/listeners/jt808:tcp:default'))
  })

  test('a new listener gets the default type', async () => {
    const sent: unknown[] = []
    await open('/gateway/detail/jt808?tab=listeners', {
      'POST /gateways/jt808/listeners': (_: URL, body: unknown) => {
        sent.push(body)
        return Response.json({ ...listener, id: 'jt808:tcp:two', name: 'two' }, { status: 201 })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'New listener' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByLabelText(/^Name/), 'two')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      name: 'two',
      type: 'tcp',
      bind: expect.stringMatching(/^127\.0\.0\.1:62\d\d$/),
      max_connections: 1024000,
    })
  })

  test('a used port is shown at the address, with the words of EMQX', async () => {
    await open('/gateway/detail/jt808?tab=listeners', {
      'POST /gateways/jt808/listeners': () =>
        Response.json(
          { code: 'BAD_REQUEST', message: "Bad config value for 'listeners', reason: {shutdown,eaddrinuse}" },
          { status: 400 },
        ),
    })
    await user.click(await screen.findByRole('button', { name: 'New listener' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByLabelText(/^Name/), 'two')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(
        within(dialog)
          .getByLabelText(/^Bind address/)
          .getAttribute('aria-invalid'),
      ).toBe('true'),
    )
  })

  test('a transport that this node does not have is explained before anything is typed', async () => {
    await open('/gateway/detail/jt808?tab=listeners', {
      'GET /mqdeck/gateway_transports': [{ type: 'ssl', available: false, reason: 'Node has no OpenSSL' }],
    })
    await user.click(await screen.findByRole('button', { name: 'New listener' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(await within(dialog).findByText('TLS'))
    await within(dialog).findByText('TLS is not available on this node.')
    within(dialog).getByText('Node has no OpenSSL')
    expect(within(dialog).queryByRole('button', { name: 'Create' })).toBeNull()
  })

  test('a listener without an authenticator of its own uses that of the gateway', async () => {
    await open('/gateway/detail/jt808/listeners/jt808:tcp:default?tab=auth', {
      'GET /gateways/jt808/listeners/jt808:tcp:default/authentication': done,
    })
    await screen.findByText('No authenticator of its own')
  })
})

describe('authentication', () => {
  const builtIn = {
    id: 'password_based:built_in_database',
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
    enable: true,
  }

  test('without an authenticator, one can be created, but none with SCRAM', async () => {
    const sent: unknown[] = []
    await open('/gateway/detail/jt808?tab=auth', {
      'POST /gateways/jt808/authentication': (_: URL, body: unknown) => {
        sent.push(body)
        return Response.json(builtIn, { status: 201 })
      },
    })
    await screen.findByText('Anyone can connect')
    await user.click(screen.getByRole('button', { name: 'New authenticator' }))
    expect(screen.queryByRole('button', { name: /SCRAM/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: /Built-in database/ }))
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ mechanism: 'password_based', backend: 'built_in_database' })
  })

  test('the users of the built-in database are listed and created', async () => {
    const sent: unknown[] = []
    await open('/gateway/detail/jt808?tab=auth', {
      'GET /gateways/jt808/authentication': builtIn,
      'GET /gateways/jt808/authentication/users': {
        data: [{ user_id: 'meter', is_superuser: false }],
        meta: { count: 1, page: 1, limit: 20, hasnext: false },
      },
      'POST /gateways/jt808/authentication/users': (_: URL, body: unknown) => {
        sent.push(body)
        return Response.json({ user_id: 'pump', is_superuser: false }, { status: 201 })
      },
    })
    await screen.findByText('meter')
    await user.click(screen.getByRole('button', { name: 'New user' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/^Username/), 'pump')
    await user.type(within(dialog).getByLabelText(/^Password/), 'Correct-horse-9')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toEqual([{ user_id: 'pump', password: 'Correct-horse-9', is_superuser: false }]))
  })
})

describe('clients', () => {
  test('the search is sent to the broker', async () => {
    const { asked } = await open('/gateway/detail/jt808?tab=clients')
    await user.type(await screen.findByLabelText('Client ID'), 'c{Enter}')
    await waitFor(() => expect(asked.some((one) => one.includes('like_clientid=c'))).toBe(true))
  })

  test('a client is disconnected after a confirmation', async () => {
    const { asked } = await open('/gateway/detail/jt808/clients/c1', { 'DELETE /gateways/jt808/clients/c1': done })
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(asked).toContain('DELETE /gateways/jt808/clients/c1'))
  })

  test('a subscription is added and removed', async () => {
    const sent: unknown[] = []
    const { asked } = await open('/gateway/detail/jt808/clients/c1?tab=subscriptions', {
      'POST /gateways/jt808/clients/c1/subscriptions': (_: URL, body: unknown) => {
        sent.push(body)
        return Response.json({ topic: 'a/#', qos: 1 }, { status: 201 })
      },
      'DELETE /gateways/jt808/clients/c1/subscriptions/jt808/c1/dn': done,
    })
    await user.click(await screen.findByRole('button', { name: 'New subscription' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/^Topic filter/), 'a/#')
    await user.click(within(dialog).getByRole('radio', { name: '1' }))
    await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }))
    await waitFor(() => expect(sent).toEqual([{ topic: 'a/#', qos: 1 }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unsubscribe' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unsubscribe' }))
    await waitFor(() => expect(asked).toContain('DELETE /gateways/jt808/clients/c1/subscriptions/jt808/c1/dn'))
  })
})
