// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { brokerWith, done, httpAction, refused, webhook } from '../integrations/test-broker.ts'
import { webhookRoutes } from './routes.ts'

const user = userEvent.setup()

const events = [
  {
    event: '$events/message_publish',
    title: { en: 'message publish', zh: '消息发布' },
    description: { en: '', zh: '' },
    columns: ['clientid', 'topic', 'payload'],
    test_columns: { clientid: ['c_emqx', ''], topic: ['t/a', ''], payload: ['{"msg": "hello"}', ''] },
    sql_example: '',
  },
  {
    event: '$events/client_connected',
    title: { en: 'client connected', zh: '连接建立' },
    description: { en: '', zh: '' },
    columns: ['clientid'],
    test_columns: { clientid: ['c_emqx', ''] },
    sql_example: '',
  },
]
const action = { ...httpAction, name: 'alerts_WH_D', connector: 'alerts_WH_D', rules: ['alerts_WH_D'] }
const rule = {
  id: 'alerts_WH_D',
  name: '',
  sql: 'SELECT * FROM "plant/#"',
  from: ['plant/#'],
  actions: ['http:alerts_WH_D'],
  enable: true,
  description: 'Tells the plant',
  created_at: '2026-01-01T00:00:00Z',
  last_modified_at: '2026-01-01T00:00:00Z',
}

const broker = (more: Answers = {}, rules: readonly object[] = [rule]) =>
  brokerWith(
    { connectors: [webhook], actions: [action] },
    {
      'GET /rules': { data: rules, meta: { page: 1, limit: 1000, count: rules.length, hasnext: false } },
      'GET /rules/alerts_WH_D': rules[0],
      'GET /rule_events': events,
      ...more,
    },
  )

const open = (address: string, answers: Answers, role = 'administrator') =>
  renderPage(webhookRoutes, address, answers, { role })

const dialog = async () => within(await screen.findByRole('dialog'))

async function rowOf(name: string) {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}

describe('the list of webhooks', () => {
  test('finds those of another console by their names, and says what the connector says', async () => {
    await open('/webhook', await broker())
    const row = await rowOf('alerts')
    row.getByText('http://127.0.0.1:9999')
    await row.findByText('plant/#')
    row.getByText('Disconnected')
    await user.click(row.getByRole('button', { name: 'Reason alerts by node' }))
    await screen.findByText('Connection refused')
  })

  test('shows one of which a part is missing as incomplete', async () => {
    await open('/webhook', await broker({}, []))
    const row = await rowOf('alerts')
    row.getByText('Incomplete')
  })

  test('says when only some of the parts are on', async () => {
    await open('/webhook', await broker({}, [{ ...rule, enable: false }]))
    const row = await rowOf('alerts')
    row.getByText('Partly enabled')
  })

  test('deletes all parts in order if the broker has no endpoint for that, and reports the part that failed', async () => {
    const { asked } = await open(
      '/webhook',
      await broker({
        'DELETE /rules/alerts_WH_D': done,
        'DELETE /actions/http:alerts_WH_D': done,
        'DELETE /connectors/http:alerts_WH_D': refused('In use'),
        'POST /actions': action,
        'POST /rules': rule,
      }),
    )
    await user.click((await rowOf('alerts')).getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click((await dialog()).getByRole('button', { name: 'Delete' }))
    await screen.findByText(/connector alerts_WH_D: .*Rolled back: action alerts_WH_D, rule alerts_WH_D\./)
    expect(asked.filter((one) => one.startsWith('DELETE'))).toHaveLength(3)
  })

  test('is only looked at by a viewer', async () => {
    await open('/webhook', await broker(), 'viewer')
    const row = await rowOf('alerts')
    expect(row.getByRole('switch').hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'New webhook' })).toBeNull()
  })

  test('says what a webhook is where there is none', async () => {
    const empty = { 'GET /connectors': [], 'GET /actions_summary': [] }
    await open('/webhook', await broker(empty, []))
    await screen.findByText('No webhooks yet')
  })
})

describe('the form', () => {
  test('shows the request while the user types, and an error next to each missing field', async () => {
    await open('/webhook/create', await broker())
    await user.type(await screen.findByLabelText(/^URL/), 'https://example.com/hook')
    const preview = within(await screen.findByRole('region', { name: 'Request preview' }))
    await preview.findByText('https://example.com/hook')
    await preview.findByText(/"clientid": "c_emqx"/)
    await user.type(screen.getByLabelText(/^Name\W*$/), 'new')
    await user.click(screen.getByRole('radio', { name: /^Events/ }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText('Select at least one event.')
    await user.click(screen.getByRole('checkbox', { name: 'Client connected' }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText('The URL starts with https. Enable TLS.')
  })

  test('makes the three parts one after another, and says what was undone when one is refused', async () => {
    const { asked } = await open(
      '/webhook/create',
      await broker({
        'POST /connectors': webhook,
        'POST /actions': action,
        'POST /rules': refused('Bad SQL'),
        'DELETE /actions/http:new_WH_D': done,
        'DELETE /connectors/http:new_WH_D': done,
      }),
    )
    await user.type(await screen.findByLabelText(/^Name\W*$/), 'new')
    await user.type(await screen.findByLabelText(/^URL/), 'http://example.com')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText(/rule new_WH_D: Bad SQL Rolled back: action new_WH_D, connector new_WH_D\./)
    expect(asked.filter((one) => one.startsWith('POST')).slice(-3)).toEqual([
      'POST /connectors',
      'POST /actions',
      'POST /rules',
    ])
  })

  test('leaves SQL that it cannot say as it is, and leads to the rule', async () => {
    const foreign = { ...rule, sql: 'SELECT payload.t as t FROM "plant/#" WHERE t > 1' }
    await open('/webhook/alerts?tab=settings', await broker({ 'POST /rule_test': { t: 35 } }, [foreign]))
    await screen.findByText('Custom SQL.')
    expect((await screen.findByRole('link', { name: 'Show rule' })).getAttribute('href')).toContain(
      '/rule/rules/alerts_WH_D',
    )
    const preview = within(await screen.findByRole('region', { name: 'Request preview' }))
    await preview.findByText(/"t": 35/)
  })

  test('says when its SQL selects nothing of the example', async () => {
    const foreign = { ...rule, sql: 'SELECT * FROM "plant/#" WHERE payload.t > 30' }
    const nothing = () => refused('SQL Not Match', 'NOT_MATCH', 412)
    await open('/webhook/alerts?tab=settings', await broker({ 'POST /rule_test': nothing }, [foreign]))
    await screen.findByText('The SQL does not select this example.')
  })

  test('tries to connect where the broker cannot show an answer', async () => {
    const { asked } = await open('/webhook/alerts', await broker({ 'POST /connectors_probe': done }))
    await user.click(await screen.findByRole('button', { name: 'Test request' }))
    const drawer = await dialog()
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(false))
    await user.click(drawer.getByRole('button', { name: 'Send' }))
    await drawer.findByText('The server can be reached')
    expect(asked).toContain('POST /connectors_probe')
  })

  test('starts a copy with another name and without secrets', async () => {
    const { asked } = await open('/webhook/create?copy=alerts', await broker())
    const name = await screen.findByLabelText(/^Name\W*$/)
    expect(name).toHaveProperty('value', 'alerts_copy')
    expect(await screen.findByLabelText(/^URL/)).toHaveProperty('value', 'http://127.0.0.1:9999')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(screen.queryByDisplayValue('******')).toBeNull()
    expect(asked.some((one) => one.startsWith('POST'))).toBe(false)
  })

  test('says that there is no such webhook', async () => {
    await open('/webhook/nobody', await broker())
    await screen.findByText('Webhook not found')
  })
})
