// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { connectorRoutes } from './routes.ts'
import { brokerWith, done, http, mqtt, refused, webhook } from './test-broker.ts'

const user = userEvent.setup()

const open = (address: string, broker: Answers, role = 'administrator') =>
  renderPage(connectorRoutes, address, broker, { role })

async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return row
}

const dialog = () => screen.findByRole('dialog')

describe('the list of connectors', () => {
  test('shows state, reason and users of each connector', async () => {
    await open('/connector', await brokerWith())
    const row = within(await rowOf('h1'))
    row.getByText('HTTP server')
    row.getByText('Disconnected')
    await user.click(row.getByRole('button', { name: 'Reason h1 by node' }))
    await screen.findByText('Connection refused')
    await user.click(row.getByRole('button', { name: '1 action' }))
    expect((await screen.findByRole('link', { name: 'http:a_http' })).getAttribute('href')).toBe(
      '/rule/actions/http%3Aa_http',
    )
    within(await rowOf('kp')).getByText('Disabled')
  })

  test('filters by what the address says', async () => {
    await open('/connector?status=disabled', await brokerWith())
    await rowOf('kp')
    expect(screen.queryByText('h1')).toBeNull()
    screen.getByText('1 of 3 connectors')
  })

  test('disabling a connector in use asks with the names of its users', async () => {
    const put = vi.fn(done)
    const { asked } = await open('/connector', await brokerWith({}, { 'PUT /connectors/http:h1/enable/false': put }))
    await user.click(within(await rowOf('h1')).getByRole('switch'))
    const question = within(await dialog())
    question.getByText('a_http')
    await user.click(question.getByRole('button', { name: 'Disable' }))
    await screen.findByText('h1 disabled')
    expect(asked).toContain('PUT /connectors/http:h1/enable/false')
  })

  test('a connector in use is not deleted and its users are shown', async () => {
    const { asked, address } = await open('/connector', await brokerWith())
    await user.click(within(await rowOf('m1')).getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = within(await dialog())
    question.getByText('s_mqtt')
    await user.click(question.getByRole('button', { name: 'Show where it is used' }))
    await waitFor(() => expect(address()).toBe('/connector/mqtt%3Am1'))
    expect(asked.some((one) => one.startsWith('DELETE'))).toBe(false)
  })

  test('a part of a webhook links to the Webhooks page', async () => {
    await open('/connector', await brokerWith({ connectors: [webhook] }))
    const row = within(await rowOf('alerts_WH_D'))
    row.getByText('Webhook')
    expect(row.queryByRole('switch')).toBeNull()
    await user.click(row.getByRole('button', { name: /^Actions for / }))
    await screen.findByRole('menuitem', { name: 'Go to webhooks' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  })

  test('shows how to create a connector if there are none', async () => {
    await open('/connector', await brokerWith({ connectors: [] }))
    await screen.findByText('No connectors yet')
    await user.click(screen.getByRole('button', { name: 'New connector' }))
    await screen.findByRole('list', { name: 'Steps' })
  })

  test('lets a viewer look only', async () => {
    await open('/connector', await brokerWith(), 'viewer')
    expect(within(await rowOf('h1')).getByRole('switch')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'New connector' })).toBeNull()
  })
})

describe('a new connector', () => {
  test('offers all types of the broker, including unknown ones', async () => {
    const broker = await brokerWith()
    const document = broker['GET /schemas/connectors'] as {
      components: { schemas: Record<string, unknown> }
    }
    const brandNew = {
      type: 'object',
      properties: {
        type: { type: 'enum', symbols: ['brand_new'] },
        name: { type: 'string' },
        flux_level: { type: 'integer' },
      },
      required: ['name', 'type'],
    }
    await open('/connector/create', {
      ...broker,
      'GET /schemas/connectors': {
        ...document,
        components: { schemas: { ...document.components.schemas, 'x.post': brandNew } },
      },
    })
    await screen.findByRole('button', { name: /^HTTP server/ })
    await user.type(screen.getByRole('textbox', { name: 'Search types' }), 'brand')
    expect(screen.queryByRole('button', { name: /^HTTP server/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Brand new/ }))
    await screen.findByLabelText('Flux level')
  })

  test('of a type that this node does not have is listed with the reason', async () => {
    const broker = await brokerWith()
    const document = broker['GET /schemas/connectors'] as {
      components: { schemas: Record<string, unknown> }
    }
    const others = Object.entries(document.components.schemas).filter(([name]) => !name.startsWith('bridge_oracle.'))
    await renderPage(
      connectorRoutes,
      '/connector/create',
      { ...broker, 'GET /schemas/connectors': { ...document, components: { schemas: Object.fromEntries(others) } } },
      { role: 'administrator', edition: 'opensource' },
    )
    await user.click(await screen.findByRole('button', { name: /^Not available on this node/ }))
    screen.getByText('The client has not been tested with Oracle Database.')
  })

  test('a failed test shows the reason', async () => {
    const probe = vi.fn((_: URL, body: unknown) => {
      expect(body).toMatchObject({ type: 'redis', name: 'cache', parameters: { redis_type: 'single' } })
      return refused('Connection refused', 'TEST_FAILED')
    })
    await open('/connector/create?type=redis', await brokerWith({}, { 'POST /connectors_probe': probe }))
    await user.type(await screen.findByLabelText(/^Name\W*$/), 'cache')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Test failed')
    expect(alert.textContent).toContain('Connection refused')
    expect(probe).toHaveBeenCalledOnce()
  })

  test('is sent with type and name, and an action is offered next', async () => {
    const post = vi.fn((_: URL, body: unknown) => body)
    const { address } = await open(
      '/connector/create?type=http',
      await brokerWith({}, { 'POST /connectors': post, 'POST /connectors_probe': done }),
    )
    await user.type(await screen.findByLabelText(/^Name\W*$/), 'web')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    await screen.findByText('connection is successful')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    const next = within(await screen.findByRole('dialog', { name: 'web created' }))
    expect(post.mock.calls[0]?.[1]).toMatchObject({
      type: 'http',
      name: 'web',
      url: 'http://127.0.0.1:8080',
      enable: true,
    })
    await user.click(await next.findByRole('button', { name: 'New action' }))
    await waitFor(() => expect(address()).toBe('/rule/actions/create?type=http&connector=web'))
  })

  test('shows why a new connector cannot connect, and leads to its settings', async () => {
    const away = { ...http, name: 'away', actions: [] }
    let answers = 0
    const broker = await brokerWith(
      {},
      {
        'POST /connectors': { ...away, status: 'connecting' },
        'GET /connectors/http:away': () =>
          answers++ === 0 ? { ...away, status: 'connecting', status_reason: '', node_status: [] } : away,
      },
    )
    const { address } = await open('/connector/create?type=http', broker)
    await user.type(await screen.findByLabelText(/^Name\W*$/), 'away')
    await user.type(screen.getByLabelText(/^URL/), 'http://127.0.0.1:9')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    const next = within(await screen.findByRole('dialog', { name: 'away created' }))
    await next.findByText('Connecting')
    await next.findByText('Disconnected', {}, { timeout: 10_000 })
    next.getByText(/Connection refused: no service listens at this address/)
    await user.click(next.getByRole('button', { name: 'Edit connector' }))
    await waitFor(() => expect(address()).toBe('/connector/http%3Aaway?tab=settings'))
  })

  test('has a name of its own that EMQX takes', async () => {
    await open('/connector/create?type=http', await brokerWith())
    const name = await screen.findByLabelText(/^Name\W*$/)
    await user.type(name, 'h1')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText(/^This name is already in use/)
    await user.clear(name)
    await user.type(name, '-x')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText(/Start with a letter or a digit/)
  })

  test('a copy has a new name and requires its secrets again', async () => {
    const post = vi.fn((_: URL, body: unknown) => body)
    await open('/connector/create?copy=mqtt:m1', await brokerWith({}, { 'POST /connectors': post }))
    expect(await screen.findByLabelText(/^Name\W*$/)).toHaveProperty('value', 'm1_copy')
    expect(screen.getByLabelText(/^Server/)).toHaveProperty('value', '127.0.0.1:1883')
    await screen.findByText(/secrets are not copied/)
    const password = screen.getByLabelText(/^Password/)
    expect(password).toHaveProperty('value', '')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(password.getAttribute('aria-invalid')).toBe('true')
    expect(post).not.toHaveBeenCalled()
    await user.type(password, 'new-secret')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(post).toHaveBeenCalled())
    const sent = post.mock.calls[0]?.[1]
    expect(sent).toMatchObject({ type: 'mqtt', name: 'm1_copy', password: 'new-secret' })
    expect(sent).not.toHaveProperty('status')
    expect(sent).not.toHaveProperty('last_seen')
  })
})

describe('the page of a connector', () => {
  test('shows the reason on each node and the users', async () => {
    await open('/connector/http:h1', await brokerWith())
    await screen.findByRole('heading', { name: 'h1' })
    within(await screen.findByRole('table', { name: 'By node' })).getByText('Disconnected')
    screen.getByText('Connection refused')
    await screen.findByRole('link', { name: 'a_http' })
    screen.getByText('127.0.0.1:9999')
    screen.getByRole('button', { name: 'Test now' })
  })

  test('sends only settings after a look at the differences, with the warning that it interrupts', async () => {
    const put = vi.fn((_: URL, body: unknown) => ({ ...mqtt, ...(body as object) }))
    await open('/connector/mqtt:m1?tab=settings', await brokerWith({}, { 'PUT /connectors/mqtt:m1': put }))
    const server = await screen.findByLabelText(/^Server/)
    await user.clear(server)
    await user.type(server, 'broker:1884')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const review = within(await dialog())
    await review.findByText(/Saving interrupts the connection.*1 action or source uses it/)
    await user.click(review.getByRole('button', { name: 'Save' }))
    await screen.findByText('m1 saved')
    const sent = put.mock.calls[0]?.[1]
    expect(sent).toMatchObject({ server: 'broker:1884', password: '******' })
    for (const key of ['type', 'name', 'status', 'sources', 'last_seen']) expect(sent).not.toHaveProperty(key)
  })

  test('shows for how long a connector is down, when it tries again and what it affects', async () => {
    const now = Date.now()
    const state = { id: 'http:h1', status: 'disconnected', since: now - 480_500, next_attempt_at: now + 12_900 }
    await open('/connector/http:h1', await brokerWith({}, { 'GET /mqdeck/connections': [state] }))
    await screen.findByText(/^Down for 8\D/)
    screen.getByText(/^Next attempt in 12\D/)
    const affected = await screen.findByText(/^Affects 1 action, 1 rule:/)
    within(affected).getByRole('link', { name: 'r1' })
  })

  test('takes the time since when it is down from the alarm of a cluster', async () => {
    const activate_at = new Date(Date.now() - 3_600_500).toISOString()
    const alarm = { name: 'connector:http:h1', node: 'n1', message: '', details: {}, duration: 1, activate_at }
    const alarms = { data: [alarm], meta: { page: 1, limit: 1000, count: 1, hasnext: false } }
    await open('/connector/http:h1', await brokerWith({}, { 'GET /alarms': alarms }))
    await screen.findByText(/^Down for 1\D/)
    expect(screen.queryByText(/^Next attempt/)).toBeNull()
  })

  test('reports a missing connector', async () => {
    await open('/connector/http:gone', await brokerWith())
    await screen.findByText('Connector not found')
    screen.getByText('http:gone does not exist. It may have been deleted.')
  })

  test('lets a viewer look only', async () => {
    await open('/connector/mqtt:m1?tab=settings', await brokerWith(), 'viewer')
    expect(await screen.findByLabelText(/^Server/)).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Test' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull()
  })
})
