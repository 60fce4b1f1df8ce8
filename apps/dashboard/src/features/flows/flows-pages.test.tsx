// @vitest-environment jsdom

import { ruleEvents } from '@mqdeck/rules/catalog'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { brokerWith, refused } from '../integrations/test-broker.ts'
import { flowRoutes } from './routes.ts'

const user = userEvent.setup()
const r1 = {
  id: 'r1',
  name: '',
  sql: 'SELECT payload.temp as temp FROM "sensors/#" WHERE payload.temp > 20',
  from: ['sensors/#'],
  actions: ['http:a_http'],
  enable: true,
  description: '',
  created_at: '2026-01-01T00:00:00.000+00:00',
  last_modified_at: '2026-01-02T00:00:00.000+00:00',
}
const events = ruleEvents.map(({ event, title, description, columns, testColumns, example }) => ({
  event,
  title,
  description,
  columns,
  test_columns: testColumns,
  sql_example: example,
}))
const listed = (rules: readonly unknown[]) => ({
  data: rules,
  meta: { page: 1, limit: 1000, count: rules.length, hasnext: false },
})

const open = async (address: string, more: Answers = {}, role = 'administrator') =>
  renderPage(
    flowRoutes,
    address,
    {
      ...(await brokerWith()),
      'GET /rules': listed([r1]),
      'GET /rules/r1': r1,
      'GET /rule_events': events,
      'GET /topics': { data: [], meta: { page: 1, limit: 100, count: 0, hasnext: false } },
      'GET /prometheus/data_integration': 'emqx_rule_matched{id="r1"} 1\n',
      ...more,
    },
    { role },
  )

const step = (name: RegExp) => screen.findByRole('button', { name })
/** Without mouse events, which jsdom sends without the window that moving a node needs. */
const openStep = async (name: RegExp) => fireEvent.click(await step(name))
const dialog = async () => within(await screen.findByRole('dialog'))

describe('the map of flows', () => {
  test('shows inputs, rules and outputs, and the number of rules that a broken connection affects', async () => {
    await open('/flow')
    await step(/^sensors\/#/)
    await step(/^http:a_http/)
    await screen.findByText(/h1 \(.*\): Affects 1 rule and/)
    await openStep(/^r1/)
    const details = await dialog()
    details.getByText(r1.sql)
    details.getByRole('button', { name: 'Edit flow' })
  })

  test('without rules leads to a new flow', async () => {
    await open('/flow', { 'GET /rules': listed([]) })
    await screen.findByText('No flows yet')
    await user.click(screen.getByRole('button', { name: 'New flow' }))
    await screen.findByText('Add an input')
  })
})

describe('a flow', () => {
  test('is edited in forms, and everything is saved in one request', async () => {
    const save = vi.fn(() => r1)
    await open('/flow/r1', { 'PUT /rules/r1': save })
    await openStep(/^Filter/)
    const filter = await dialog()
    await user.clear(filter.getByLabelText('Value'))
    await user.type(filter.getByLabelText('Value'), '25')
    await user.selectOptions(filter.getByLabelText('Operator'), 'is at least')
    await user.click(filter.getByRole('button', { name: 'Apply' }))
    await step(/^Filterpayload\.temp >= 25/)

    await openStep(/^Fields/)
    const fields = await dialog()
    await user.click(fields.getByRole('button', { name: 'Add field' }))
    const second = within(fields.getByRole('group', { name: 'Field 2' }))
    await user.selectOptions(second.getByLabelText(/^Function/), 'upper')
    await user.type(second.getByLabelText('Field or value'), 'clientid')
    await user.click(fields.getByRole('button', { name: 'Apply' }))
    await second.findByText('Enter a name for the result of the function')
    await user.type(second.getByLabelText('Name in the result'), 'who')
    await user.click(fields.getByRole('button', { name: 'Apply' }))

    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(save).toHaveBeenCalled())
    expect(save.mock.calls.at(0)?.at(1)).toMatchObject({
      sql: 'SELECT\n  payload.temp as temp,\n  upper(clientid) as who\nFROM "sensors/#"\nWHERE\n  payload.temp >= 25',
      actions: ['http:a_http'],
    })
  })

  test('undoes and redoes steps, also with the keyboard', async () => {
    await open('/flow/r1')
    await user.click(await screen.findByRole('button', { name: 'Remove Filter' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Filter/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const filter = await step(/^Filter/)
    filter.focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Filter/ })).toBeNull())
    screen.getByRole('button', { name: /^sensors/ }).focus()
    await user.keyboard('{Control>}z{/Control}')
    await step(/^Filter/)
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Filter/ })).toBeNull())
  })

  test('shows the values of a test at its steps', async () => {
    await open('/flow/r1', {
      'POST /rule_test': vi.fn((_: URL, body: unknown) =>
        JSON.stringify(body).includes('WHERE') ? refused('no', 'NOT_MATCH', 412) : { temp: 3 },
      ),
    })
    await step(/^sensors/)
    await user.click(screen.getByRole('button', { name: /Run SQL|Test SQL/ }))
    await screen.findByText('filtered out')
    await user.click(await screen.findByRole('button', { name: 'Fields: {"temp":3}' }))
  })

  test('that uses FOREACH is edited as SQL', async () => {
    await open('/flow/r1', { 'GET /rules/r1': { ...r1, sql: 'FOREACH payload.list FROM "sensors/#"' } })
    await openStep(/^FieldsFOREACH/)
    await user.click((await dialog()).getByRole('button', { name: 'Edit SQL' }))
    await screen.findByRole('textbox', { name: 'SQL' })
  })

  test('opens with the view and the step of the URL, and a closed step leaves the URL', async () => {
    const { address } = await open('/flow/r1?step=filter')
    const filter = await dialog()
    filter.getByLabelText('Value')
    await user.click(filter.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/flow/r1'))
    await user.click(screen.getByRole('radio', { name: 'SQL' }))
    await screen.findByRole('textbox', { name: 'SQL' })
    expect(address()).toBe('/flow/r1?view=sql')
  })

  test('ignores a step of the URL that it does not have', async () => {
    await open('/flow/r1?step=republish:7')
    await step(/^sensors/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('cannot be changed by a viewer', async () => {
    await open('/flow/r1', {}, 'viewer')
    await step(/^sensors/)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove Filter' })).toBeNull()
  })
})
