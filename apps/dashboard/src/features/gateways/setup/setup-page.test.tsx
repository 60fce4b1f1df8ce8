// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { gatewayRoutes } from '../routes.ts'

const user = userEvent.setup()

const openApi = {
  components: {
    schemas: {
      'emqx_gateway_api.update_ocpp': {
        type: 'object',
        required: ['default_heartbeat_interval'],
        properties: {
          default_heartbeat_interval: { type: 'string', default: '60s', example: '1h' },
          mountpoint: { type: 'string', default: 'ocpp/' },
        },
      },
      'emqx_gateway_api.ws_listener': {
        type: 'object',
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          type: { type: 'string', enum: ['ws'] },
          bind: { type: 'string', example: '127.0.0.1:80' },
          enable: { type: 'boolean', default: true },
        },
      },
    },
  },
}
const done = () => new Response(null, { status: 204 })

/** Opens the page with a broker that records the changes. */
async function open(more: Answers = {}) {
  const sent: unknown[] = []
  const record = (name: string) => (_: URL, body: unknown) => {
    sent.push([name, body])
    return done()
  }
  const page = await renderPage(gatewayRoutes, '/gateway/create/ocpp', {
    'GET /gateways/ocpp': { name: 'ocpp', status: 'unloaded' },
    'GET /gateways': [],
    'GET /api-docs/swagger.json': openApi,
    'PUT /gateways/ocpp': record('put'),
    'PUT /gateways/ocpp/enable/true': record('enable'),
    'POST /gateways/ocpp/authentication': (_: URL, body: unknown) => {
      sent.push(['authentication', body])
      return Response.json(body, { status: 201 })
    },
    ...more,
  })
  return { sent, page }
}

const next = async () => user.click(await screen.findByRole('button', { name: 'Next' }))

test('a gateway without authentication is created with the default listener after a note', async () => {
  const { sent, page } = await open()
  await screen.findByLabelText(/^Default heartbeat interval/)
  await next()
  await screen.findByRole('row', { name: /default WebSocket 127.0.0.1:33033/ })
  await next()
  await user.click(await screen.findByRole('button', { name: /No authentication/ }))
  await screen.findByText(/Every client that reaches a listener can connect to the gateway/)
  await user.click(screen.getByRole('button', { name: 'Create gateway' }))
  await waitFor(() => expect(page.address()).toBe('/gateway/detail/ocpp?tab=listeners'))
  expect(sent).toMatchObject([
    [
      'put',
      {
        name: 'ocpp',
        enable: true,
        default_heartbeat_interval: '60s',
        listeners: [{ name: 'default', type: 'ws', bind: '127.0.0.1:33033', websocket: { path: '/ocpp' } }],
      },
    ],
  ])
})

test('a gateway with an authenticator is enabled only after the authenticator was created', async () => {
  const { sent } = await open()
  await screen.findByLabelText(/^Default heartbeat interval/)
  await next()
  await next()
  await user.click(await screen.findByRole('button', { name: /Built-in database/ }))
  await user.click(await screen.findByRole('button', { name: 'Create gateway' }))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent).toMatchObject([
    ['put', { enable: false }],
    ['authentication', { mechanism: 'password_based', backend: 'built_in_database' }],
    ['enable', undefined],
  ])
})

test('a rejected gateway shows the reason and keeps the input', async () => {
  await open({
    'PUT /gateways/ocpp': () => Response.json({ code: 'BAD_REQUEST', message: 'the port is in use' }, { status: 400 }),
  })
  await screen.findByLabelText(/^Default heartbeat interval/)
  await next()
  await next()
  await user.click(await screen.findByRole('button', { name: /No authentication/ }))
  await user.click(screen.getByRole('button', { name: 'Create gateway' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('The gateway was not created')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('row', { name: /default WebSocket 127.0.0.1:33033/ })
})

test('a deleted listener is not created', async () => {
  const { sent } = await open()
  await screen.findByLabelText(/^Default heartbeat interval/)
  await next()
  await user.click(await screen.findByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('No listeners')
  await next()
  await user.click(await screen.findByRole('button', { name: /No authentication/ }))
  await user.click(screen.getByRole('button', { name: 'Create gateway' }))
  await waitFor(() => expect(sent).toMatchObject([['put', { listeners: [] }]]))
})

describe('ExProto', () => {
  const openExproto = async () => {
    const sent: unknown[] = []
    await renderPage(gatewayRoutes, '/gateway/create/exproto', {
      'GET /gateways/exproto': { name: 'exproto', status: 'unloaded' },
      'GET /gateways': [],
      'PUT /gateways/exproto': (_: URL, body: unknown) => {
        sent.push(body)
        return done()
      },
    })
    const fill = async (label: RegExp, text: string) => {
      await user.click(await screen.findByLabelText(label))
      await user.paste(text)
    }
    await fill(/^Bind address/, '127.0.0.1:9100')
    await fill(/^Address/, 'http://127.0.0.1:9001')
    const create = async () => {
      await next()
      await next()
      await user.click(await screen.findByRole('button', { name: /No authentication/ }))
      await user.click(screen.getByRole('button', { name: 'Create gateway' }))
      await waitFor(() => expect(sent).toHaveLength(1))
      return (sent[0] as { readonly server: object }).server // the body of a gateway
    }
    return { create, tls: screen.getByRole('switch', { name: 'Enable TLS' }) }
  }

  test('has no TLS unless it was enabled', async () => {
    const { create } = await openExproto()
    expect(await create()).toEqual({ bind: '127.0.0.1:9100' })
  })

  test('has TLS after its switch, but not without a certificate or a key', async () => {
    const { create, tls } = await openExproto()
    await user.click(tls)
    await user.clear(await screen.findByDisplayValue(/\/cert\.pem$/))
    await next()
    await screen.findByText('Missing Cert or Key content for gRPC ConnectionAdapter')
    await user.click(tls)
    await user.click(tls)
    expect(await create()).toMatchObject({
      ssl_options: { certfile: expect.stringMatching(/cert\.pem$/), keyfile: expect.stringMatching(/key\.pem$/) },
    })
  })
})

test('a gateway that is already set up is not created again', async () => {
  await open({ 'GET /gateways/ocpp': { name: 'ocpp', status: 'running' } })
  await screen.findByText('The gateway OCPP is already set up')
})

describe('the address of a new listener', () => {
  const gatewayListeners = [{ id: 'stomp:tcp:default', type: 'tcp', name: 'default', bind: '127.0.0.1:33034' }]
  const inUse: Answers = {
    'GET /listeners': [{ id: 'tcp:a', type: 'tcp', name: 'a', bind: '0.0.0.0:33033', enable: true }],
    'GET /gateways': [{ name: 'stomp', status: 'running' }],
    'GET /gateways/stomp/listeners': gatewayListeners,
  }

  test('is this node only on a port that no other listener has, with a choice of all networks', async () => {
    const { sent } = await open(inUse)
    await screen.findByLabelText(/^Default heartbeat interval/)
    await next()
    await screen.findByRole('row', { name: /default WebSocket 127\.0\.0\.1:33035/ })
    await user.click(await screen.findByRole('button', { name: 'New listener' }))
    const drawer = await screen.findByRole('dialog')
    const address = await within(drawer).findByDisplayValue('127.0.0.1:33036')
    await user.click(within(drawer).getByRole('radio', { name: 'All networks' }))
    expect(address).toHaveProperty('value', '0.0.0.0:33036')
    expect(sent).toEqual([])
  })

  test('is the address of the MQDeck broker for a port alone', async () => {
    await open({
      ...inUse,
      'GET /mqdeck/listener_types': [
        { type: 'tcp', available: true, default_port: 1883, suggested_bind: '192.168.1.5:1884' },
      ],
    })
    await screen.findByLabelText(/^Default heartbeat interval/)
    await next()
    await screen.findByRole('row', { name: /default WebSocket 192\.168\.1\.5:33035/ })
  })
})

test('the folder of object definitions of LwM2M is that of the packages of EMQX in front of EMQX', async () => {
  await renderPage(gatewayRoutes, '/gateway/create/lwm2m', {
    'GET /gateways/lwm2m': { name: 'lwm2m', status: 'unloaded' },
    'GET /gateways': [],
  })
  expect(await screen.findByLabelText(/^Folder of object definitions/)).toHaveProperty('value', '/etc/emqx/lwm2m_xml')
})
