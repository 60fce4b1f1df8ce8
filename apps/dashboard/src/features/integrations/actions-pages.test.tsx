// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { actionRoutes } from './routes.ts'
import { brokerWith, done, httpAction, refused, statistics } from './test-broker.ts'

const user = userEvent.setup()

const open = (address: string, broker: Answers, role = 'administrator') =>
  renderPage(actionRoutes, address, broker, { role })

async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return row
}

const dialog = () => screen.findByRole('dialog')
const echo = () => vi.fn((_: URL, body: unknown) => body)

describe('the list of actions', () => {
  test('leads to the rules that use one', async () => {
    await open('/rule/actions', await brokerWith())
    const row = within(await rowOf('a_http'))
    row.getByText('Disconnected')
    await user.click(row.getByRole('button', { name: '1 rule' }))
    await screen.findByRole('link', { name: 'r1' })
  })

  test('sorted by errors, those with most errors are first', async () => {
    const names = ['a_http', 'b_http', 'c_http']
    const actions = names.map((name) => ({ ...httpAction, name }))
    const broker = await brokerWith(
      { actions },
      {
        'GET /actions/http:b_http/metrics': statistics({ failed: 500 }),
      },
    )
    await open('/rule/actions?sort=errors&order=desc', broker)
    const shown = () =>
      screen.getAllByRole('link').flatMap(({ textContent }) => names.filter((name) => name === textContent))
    await waitFor(() => expect(shown()).toEqual(['b_http', 'a_http', 'c_http']))
  })

  test('deleting an action in use removes it from its rules after confirmation', async () => {
    const { asked } = await open('/rule/actions', await brokerWith({}, { 'DELETE /actions/http:a_http': done }))
    await user.click(within(await rowOf('a_http')).getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = within(await dialog())
    question.getByText('r1')
    await user.click(question.getByRole('button', { name: 'Delete and remove from rules' }))
    await screen.findByText('a_http deleted')
    expect(asked).toContain('DELETE /actions/http:a_http?also_delete_dep_actions=true')
  })

  test('reconnects a disconnected action', async () => {
    const { asked } = await open('/rule/actions', await brokerWith({}, { 'POST /actions/http:a_http/start': done }))
    await user.click(within(await rowOf('a_http')).getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reconnect' }))
    await screen.findByText('Reconnecting a_http')
    expect(asked).toContain('POST /actions/http:a_http/start')
  })
})

describe('a new action', () => {
  test('is offered for the types that the broker runs, and for one without a description as JSON', async () => {
    await open('/rule/actions/create', await brokerWith())
    await screen.findByRole('button', { name: /^HTTP server/ })
    screen.getByRole('button', { name: /^Apache Pulsar/ })
    await user.click(screen.getByRole('button', { name: /^Brand new/ }))
    await screen.findByText('The broker provides no schema for this form. Edit the value as JSON.')
  })

  test('selects the only existing connector automatically', async () => {
    const post = echo()
    const { address } = await open('/rule/actions/create?type=http', await brokerWith({}, { 'POST /actions': post }))
    await user.type(await screen.findByLabelText(/^Name\W*$/), 'alerts')
    expect(screen.getByLabelText(/^Connector/)).toHaveProperty('value', 'h1')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(address()).toBe('/rule/actions/http%3Aalerts'))
    expect(post.mock.calls[0]?.[1]).toMatchObject({
      type: 'http',
      name: 'alerts',
      connector: 'h1',
      parameters: { method: 'post', body: '${.}' },
    })
  })

  async function withNewConnector(more: Answers) {
    const page = await open('/rule/actions/create?type=http', await brokerWith({ connectors: [] }, more))
    await user.type(await screen.findByLabelText(/^Name\W*$/), 'alerts')
    await screen.findByText(/No connectors of type HTTP server yet/)
    await user.click(screen.getByRole('button', { name: 'New connector' }))
    const drawer = within(await dialog())
    await user.type(await drawer.findByLabelText(/^Name\W*$/), 'web')
    await user.click(drawer.getByRole('button', { name: 'Use connector' }))
    await screen.findByText(/^Connector web is created when you save this form/)
    return page
  }

  test('is created together with its new connector', async () => {
    const [connector, action] = [echo(), echo()]
    const { asked } = await withNewConnector({ 'POST /connectors': connector, 'POST /actions': action })
    expect(asked.some((one) => one.startsWith('POST'))).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText('alerts and connector web created')
    expect(connector.mock.calls[0]?.[1]).toMatchObject({ type: 'http', name: 'web' })
    expect(action.mock.calls[0]?.[1]).toMatchObject({ name: 'alerts', connector: 'web' })
  })

  test('a rejected action deletes its new connector again', async () => {
    const { asked } = await withNewConnector({
      'POST /connectors': echo(),
      'POST /actions': () => refused('bad template'),
      'DELETE /connectors/http:web': done,
    })
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText(/^action alerts: bad template/)
    expect(asked).toContain('DELETE /connectors/http:web')
  })

  test('cannot be tested before its connector exists', async () => {
    const { asked } = await withNewConnector({})
    await user.click(screen.getByRole('button', { name: 'Test' }))
    await screen.findByText(/The test needs an existing connector/)
    expect(asked.some((one) => one.startsWith('POST'))).toBe(false)
  })
})

describe('the page of an action', () => {
  test('shows action results and drop reasons', async () => {
    await open('/rule/actions/http:a_http', await brokerWith())
    await screen.findByText('Action results')
    expect(screen.getAllByText('1,000').length).toBeGreaterThan(0)
    screen.getByText('90% of all')
    screen.getByText('2 KB in the buffer')
    const reason = screen.getByText('Buffer full').parentElement
    expect(reason?.textContent).toContain('45')
    within(screen.getByRole('table', { name: 'By node' })).getByText('Disconnected')
    screen.getByText('Resource not operational')
    screen.getByRole('link', { name: 'h1' })
  })

  test('resets statistics after confirmation', async () => {
    const { asked } = await open(
      '/rule/actions/http:a_http',
      await brokerWith({}, { 'PUT /actions/http:a_http/metrics/reset': done }),
    )
    await user.click(await screen.findByRole('button', { name: 'Reset statistics' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Reset statistics' }))
    await screen.findByText('Statistics of a_http reset')
    expect(asked).toContain('PUT /actions/http:a_http/metrics/reset')
  })

  test('warns about lost buffered messages and sends only settings', async () => {
    const put = vi.fn((_: URL, body: unknown) => ({ ...httpAction, ...(body as object) }))
    await open('/rule/actions/http:a_http?tab=settings', await brokerWith({}, { 'PUT /actions/http:a_http': put }))
    const path = await screen.findByLabelText(/^Path/)
    await user.clear(path)
    await user.type(path, '/alerts')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const review = within(await dialog())
    await review.findByText(/Buffered messages and messages received during the restart are lost/)
    await user.click(review.getByRole('button', { name: 'Save' }))
    await screen.findByText('a_http saved')
    const sent = put.mock.calls[0]?.[1]
    expect(sent).toMatchObject({ connector: 'h1', parameters: { path: '/alerts', max_retries: 2 } })
    for (const key of ['type', 'name', 'rules', 'error', 'created_at']) expect(sent).not.toHaveProperty(key)
  })
})
