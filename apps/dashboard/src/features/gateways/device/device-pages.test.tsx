// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { gatewayRoutes } from '../routes.ts'

const user = userEvent.setup()

const client = (clientid: string, more: object = {}) => ({
  clientid,
  username: null,
  node: 'n1',
  connected: true,
  ip_address: '127.0.0.1',
  port: 37758,
  proto_name: 'LwM2M',
  proto_ver: '1.1',
  keepalive: 300,
  connected_at: '2026-11-22T10:34:36.844+00:00',
  ...more,
})
const done = () => new Response(null, { status: 204 })
const lookup = (more: object) => (url: URL) => ({
  clientid: 'ep1',
  path: url.searchParams.get('path'),
  action: url.searchParams.get('action'),
  code: '2.05',
  codeMsg: 'content',
  ...more,
})

describe('a LwM2M device', () => {
  const open = (more: Answers, role?: string) =>
    renderPage(
      gatewayRoutes,
      '/gateway/detail/lwm2m/clients/ep1',
      {
        'GET /gateways/lwm2m/clients/ep1': client('ep1', { endpoint_name: 'ep1', lifetime: 300 }),
        'GET /gateways/lwm2m/clients/ep1/subscriptions': [],
        'POST /gateways/lwm2m/clients/ep1/read': done,
        'POST /gateways/lwm2m/clients/ep1/write': done,
        'POST /gateways/lwm2m/clients/ep1/observe': done,
        ...more,
      },
      role === undefined ? {} : { role },
    )

  test('a read shows the values that the device replied, by instance', async () => {
    const content = [
      { path: '/3/0/0', value: 'Open Mobile Alliance' },
      { path: '/3/0/9', value: 100 },
    ]
    const { asked } = await open({ 'GET /gateways/lwm2m/clients/ep1/lookup': lookup({ content }) })
    await user.type(await screen.findByLabelText('Path'), '/3/0{Enter}')
    await screen.findByText('Open Mobile Alliance')
    expect(screen.getByRole('table', { name: /\/3\/0/ })).toBeTruthy()
    expect(asked).toContain('POST /gateways/lwm2m/clients/ep1/read?path=%2F3%2F0')
  })

  test('a path that is none is not sent', async () => {
    const { asked } = await open({})
    await user.type(await screen.findByLabelText('Path'), 'temperature{Enter}')
    await screen.findByText('Enter a path such as /3/0/0.')
    expect(asked.some((one) => one.includes('/read'))).toBe(false)
  })

  test('an error code of the device is shown', async () => {
    await open({ 'GET /gateways/lwm2m/clients/ep1/lookup': lookup({ code: '4.04', codeMsg: 'not_found' }) })
    await user.type(await screen.findByLabelText('Path'), '/9/9/9{Enter}')
    await screen.findByText(/4\.04 not_found/)
  })

  test('a resource is written with its data type', async () => {
    const { asked } = await open({
      'GET /gateways/lwm2m/clients/ep1/lookup': lookup({ code: '2.04', codeMsg: 'changed' }),
    })
    await user.type(await screen.findByLabelText('Path'), '/1/0/1')
    await user.click(screen.getByRole('button', { name: 'Write' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/New value/), '99')
    await user.click(within(dialog).getByRole('button', { name: 'Write' }))
    await waitFor(() =>
      expect(asked).toContain('POST /gateways/lwm2m/clients/ep1/write?path=%2F1%2F0%2F1&type=String&value=99'),
    )
  })

  test('a viewer has no commands', async () => {
    await open({}, 'viewer')
    await screen.findByRole('tab', { name: 'Objects' })
    expect(screen.queryByLabelText('Path')).toBeNull()
  })
})

describe('a CoAP device', () => {
  const open = (answer: unknown) => {
    const sent: unknown[] = []
    return renderPage(gatewayRoutes, '/gateway/detail/coap/clients/dev1?tab=request', {
      'GET /gateways/coap/clients/dev1': client('dev1'),
      'GET /gateways/coap/clients/dev1/subscriptions': [],
      'POST /gateways/coap/clients/dev1/request': (_: URL, body: unknown) => {
        sent.push(body)
        return answer
      },
    }).then((page) => ({ ...page, sent }))
  }

  test('a request is sent and its response is shown', async () => {
    const { sent } = await open({ id: 7, token: 'ab', method: '{ok,content}', payload: 'hello' })
    await user.click(await screen.findByRole('radio', { name: 'PUT' }))
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    await screen.findByText('hello')
    expect(screen.getByText('content')).toBeTruthy()
    expect(sent).toMatchObject([{ method: 'put', content_type: 'text/plain', timeout: '10s' }])
  })

  test('a device that does not respond is reported', async () => {
    await open(Response.json({ code: 'CLIENT_NOT_RESPONSE' }, { status: 504 }))
    await user.click(await screen.findByRole('button', { name: 'Send request' }))
    await screen.findByText('The device did not respond')
  })
})
