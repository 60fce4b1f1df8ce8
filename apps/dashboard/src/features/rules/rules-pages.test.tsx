// @vitest-environment jsdom

import { ruleEvents } from '@mqdeck/rules/catalog'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { locale } from '../../i18n/index.ts'
import { brokerWith, done, refused } from '../integrations/test-broker.ts'
import { ruleRoutes } from './routes.ts'

const user = userEvent.setup()

const times = { created_at: '2026-01-01T00:00:00.000+00:00', last_modified_at: '2026-01-02T00:00:00.000+00:00' }
const r1 = {
  id: 'r1',
  name: 'Too warm',
  sql: 'SELECT payload.temp as temp, clientid FROM "sensors/#"',
  from: ['sensors/#'],
  actions: ['http:a_http', { function: 'republish', args: { topic: 'out/a', payload: '${temp}' } }],
  enable: true,
  description: 'halls',
  metadata: { ours: { no: 'touch' } },
  ...times,
}
const r2 = { ...r1, id: 'r2', name: '', from: ['t/#'], sql: 'SELECT * FROM "t/#"', actions: [], enable: false }

const metrics = {
  matched: 1200,
  passed: 900,
  failed: 300,
  'failed.exception': 20,
  'failed.no_result': 280,
  'actions.total': 1800,
  'actions.success': 1700,
  'actions.failed': 100,
  'actions.failed.out_of_service': 60,
  'actions.failed.unknown': 40,
  'actions.discarded': 0,
  'matched.rate': 12.5,
  'matched.rate.last5m': 10,
  'matched.rate.max': 80,
}

const events = ruleEvents.map(({ event, title, description, columns, testColumns, example }) => ({
  event,
  title,
  description,
  columns,
  test_columns: testColumns,
  sql_example: example,
}))

/** A rule as this broker reports it. It was failing during the last minute. */
const summary = (id: string, more: object = {}) => ({
  id,
  enable: true,
  at: 120_000,
  metrics,
  earlier: { ...metrics, at: 60_000 },
  ...more,
})
const failing = (id: string, errors: number) =>
  summary(id, {
    metrics: {
      ...metrics,
      matched: metrics.matched + errors,
      'failed.exception': metrics['failed.exception'] + errors,
    },
    last_failure: { target: 'SELECT', reason: `abs of ${id}`, count: errors, first_at: 0, last_at: 1 },
  })

const listed = (rules: readonly unknown[]) => ({
  data: rules,
  meta: { page: 1, limit: 20, count: rules.length, hasnext: false },
})

async function open(address: string, more: Answers = {}, role = 'administrator') {
  return renderPage(
    ruleRoutes,
    address,
    {
      ...(await brokerWith()),
      'GET /rules': listed([r1, r2]),
      'GET /rules/r1': r1,
      'GET /rules/r1/metrics': { id: 'r1', metrics, node_metrics: [{ node: 'n1', metrics }] },
      'GET /rule_events': events,
      'GET /topics': {
        data: [{ topic: 'hall/+', node: 'n1' }],
        meta: { page: 1, limit: 100, count: 1, hasnext: false },
      },
      ...more,
    },
    { role },
  )
}

const echo = () => vi.fn((_: URL, body: unknown) => ({ ...r1, ...(body as object) }))
const dialog = async () => within(await screen.findByRole('dialog'))
const sqlArea = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' })
const writeSql = async (text: string) => {
  const area = await sqlArea()
  await user.clear(area)
  await user.paste(text)
}

async function rowMenu(name: string, item: string) {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('the list of rules', () => {
  test('shows statistics of each row and sends the filters to the broker', async () => {
    const { asked, address } = await open('/rule/rules')
    await screen.findByText('12.5')
    await user.type(screen.getByLabelText('Input'), 'sensors/1')
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    await user.selectOptions(screen.getByLabelText('Match by'), 'Matches topic filter')
    await user.selectOptions(screen.getByLabelText('Uses action'), 'http:a_http')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => {
      const last = asked.findLast((one) => one.startsWith('GET /rules?')) ?? ''
      expect(decodeURIComponent(last)).toBe('GET /rules?page=1&limit=1000&match_from=sensors/1&action=http:a_http')
    })
    expect(address()).toContain('matching=matches')
  })

  test('disabling a rule sends its latest settings with metadata', async () => {
    const put = echo()
    await open('/rule/rules', { 'PUT /rules/r1': put })
    await user.click(await screen.findByRole('switch', { name: 'Enable r1' }))
    await screen.findByText('r1 disabled')
    expect(put.mock.calls[0]?.[1]).toEqual({
      name: r1.name,
      sql: r1.sql,
      actions: r1.actions,
      enable: false,
      description: r1.description,
      metadata: r1.metadata,
    })
  })

  test('deleting a rule offers to delete the actions and sources that only it uses', async () => {
    const { asked } = await open('/rule/rules', { 'DELETE /rules/r1': done, 'DELETE /actions/http:a_http': done })
    await rowMenu('r1', 'Delete')
    const question = await dialog()
    question.getByText('http:a_http')
    await user.click(question.getByRole('checkbox', { name: 'Also delete these' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText('r1 and the actions and sources that only it used were deleted')
    // EMQX has no endpoint that deletes both together.
    expect(asked).toEqual(expect.arrayContaining(['DELETE /rules/r1', 'DELETE /actions/http:a_http']))
  })

  test('in front of EMQX, two readings of one request give health, rate and errors of all rules', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    let reading = 0
    const text = (counts: Readonly<Record<string, number>>) =>
      Object.entries(counts)
        .map(([name, value]) => `emqx_rule_${name}{id="r1"} ${value}\n`)
        .join('')
    const { asked } = await open('/rule/rules', {
      'GET /prometheus/data_integration': () => {
        reading += 1
        vi.setSystemTime(reading * 15_000)
        const body = text({ enable: 1, matched: reading * 30, failed_exception: reading * 3 })
        return new Response(body, { headers: { 'content-type': 'text/plain' } })
      },
    })
    const row = () => within(screen.getByRole('row', { name: /r1/ }))
    await screen.findByText('Failing 10%')
    await user.click(screen.getByRole('button', { name: 'Refresh now' }))
    await waitFor(() => expect(asked.filter((one) => one.includes('data_integration'))).toHaveLength(2))
    await waitFor(() => expect(screen.getByRole('row', { name: /r1/ }).textContent).toContain('12'))
    expect(row().getByText('2')).toBeTruthy()
    expect(asked.filter((one) => one.includes('/metrics'))).toEqual(['GET /rules/r2/metrics'])
    vi.useRealTimers()
  })

  test('marks rules whose jq program is paused', async () => {
    const until = new Date(2026, 0, 1, 14, 5, 20).toISOString()
    const jq_paused = { program: '.', until, time_limit: 10_000 }
    await open('/rule/rules', { 'GET /mqdeck/rules_summary': [summary('r1', { jq_paused }), summary('r2')] })
    await user.hover(await screen.findByText('jq paused'))
    await screen.findByText(/^The jq program of this rule is paused until 14:05:20/)
    expect(screen.getAllByText('jq paused')).toHaveLength(1)
  })

  test('lists failing rules first with their latest error, and only them on request', async () => {
    const { address } = await open('/rule/rules', {
      'GET /rules': listed([r1, r2, { ...r1, id: 'r3' }, { ...r1, id: 'r4' }]),
      'GET /mqdeck/rules_summary': [
        summary('r1'),
        summary('r2', { enable: false }),
        failing('r3', 10),
        failing('r4', 30),
      ],
    })
    const ids = () => screen.getAllByRole('link', { name: /^r\d$/ }).map(({ textContent }) => textContent)
    await waitFor(() => expect(ids()).toEqual(['r3', 'r4', 'r1', 'r2']))
    expect(screen.getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort')).toBe('ascending')
    await user.hover(screen.getAllByText('Failing 100%')[0] ?? document.body)
    await screen.findByText('SQL errors: abs of r3')
    await user.click(screen.getByRole('button', { name: '2 failing rules' }))
    await waitFor(() => expect(ids()).toEqual(['r3', 'r4']))
    expect(address()).toContain('failing=true')
    await user.click(screen.getByRole('button', { name: 'Errors/min' }))
    await waitFor(() => expect(ids()).toEqual(['r4', 'r3']))
  })

  test('shows how to create a rule if there are none', async () => {
    await open('/rule/rules', { 'GET /rules': listed([]) })
    await screen.findByText('No rules yet')
    expect(screen.getAllByRole('button', { name: 'New rule' })).toHaveLength(1)
  })

  test('is read-only for viewers', async () => {
    await open('/rule/rules', {}, 'viewer')
    const toggle = await screen.findByRole('switch', { name: 'Enable r1' })
    expect(toggle).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'New rule' })).toBeNull()
  })
})

describe('a new rule', () => {
  test('changing inputs changes the SQL, and vice versa', async () => {
    await open('/rule/rules/create')
    const inputs = async () => within(await screen.findByRole('list', { name: 'Data inputs' }))
    ;(await inputs()).getByText('t/#')
    await writeSql('SELECT * FROM "a/b", "$events/client_connected"')
    await (await inputs()).findByText('a/b')
    ;(await inputs()).getByText('Event · client connected')
    await user.click(screen.getByRole('button', { name: 'Remove a/b' }))
    expect((await sqlArea()).value).toBe('SELECT * FROM "$events/client_connected"')
    await user.click(screen.getByRole('button', { name: 'Add input' }))
    const form = await dialog()
    await user.type(form.getByLabelText(/^Topic filter/), 'x/+/#')
    await user.click(form.getByRole('button', { name: 'Add' }))
    expect((await sqlArea()).value).toBe('SELECT * FROM "$events/client_connected", "x/+/#"')
  })

  test('shows errors with their position and warnings, and cannot be created with errors', async () => {
    await open('/rule/rules/create')
    await writeSql('SELECT a as FROM "t"')
    await screen.findByText(/^Line 1, column 13: /)
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(document.activeElement).toHaveProperty('value', 'SELECT a as FROM "t"')
    await writeSql('SELECT uper(payload.a) as b FROM "t" WHERE topic = "x"')
    await screen.findByText('Line 1, column 8: Unknown function uper')
    await screen.findByText(/Use single quotes for a string: 'x'/)
    expect(screen.queryByText('Fix the SQL first')).toBeNull()
  })

  test('republish templates complete the outputs of the SQL', async () => {
    const post = echo()
    const { address } = await open('/rule/rules/create?from=s/%23', { 'POST /rules': post, 'GET /rules/r9': r1 })
    const id = await screen.findByLabelText(/^ID/)
    await user.clear(id)
    await user.type(id, 'r9')
    await writeSql('SELECT payload.v as value FROM "s/#"')
    await user.click(screen.getByRole('button', { name: 'Add output' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Republish' }))
    const form = await dialog()
    await user.type(await form.findByLabelText(/^Topic\W*$/), 'out/$')
    await form.findByRole('option', { name: /value/ })
    await user.click(form.getByRole('option', { name: /value/ }))
    await user.click(form.getByRole('button', { name: 'Add' }))
    await screen.findByText('out/${value}')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(address()).toBe('/rule/rules/r9'))
    expect(post.mock.calls[0]?.[1]).toMatchObject({
      id: 'r9',
      sql: 'SELECT payload.v as value FROM "s/#"',
      actions: [{ function: 'republish', args: { topic: 'out/${value}', payload: '${payload}', qos: '${qos}' } }],
      enable: true,
    })
  })

  test('starts with the action and the source of the address', async () => {
    await open('/rule/rules/create?source=mqtt:s_mqtt&action=http:a_http')
    expect((await sqlArea()).value).toContain('"$bridges/mqtt:s_mqtt"')
    within(screen.getByRole('list', { name: 'Action outputs' })).getByText('http:a_http')
  })

  test('a rejected rule deletes its new action again', async () => {
    const action = echo()
    const { asked } = await open('/rule/rules/create', {
      'POST /actions': action,
      'POST /rules': () => refused('bad rule'),
      'DELETE /actions/http:alerts': done,
    })
    await sqlArea()
    await user.click(screen.getByRole('button', { name: 'Add output' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New action' }))
    const drawer = await dialog()
    await user.click(await drawer.findByRole('button', { name: /^HTTP server/ }))
    await user.type(await drawer.findByLabelText(/^Name\W*$/), 'alerts')
    await user.click(drawer.getByRole('button', { name: 'Add to rule' }))
    await screen.findByText('New action through connector h1, created when you save the rule')
    expect(asked.some((one) => one.startsWith('POST'))).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText(/bad rule/)
    expect(action.mock.calls[0]?.[1]).toMatchObject({ type: 'http', name: 'alerts', connector: 'h1' })
    expect(asked).toContain('DELETE /actions/http:alerts')
  })

  test('an example sets the SQL and the test data', async () => {
    await open('/rule/rules/create')
    await sqlArea()
    await user.click(screen.getByRole('button', { name: 'Examples' }))
    await user.click((await dialog()).getByRole('button', { name: 'Use example: One result per list item' }))
    expect((await sqlArea()).value).toContain('FOREACH')
    expect(screen.getByLabelText(/^topic/)).toHaveProperty('value', 'gateway/g1/batch')
  })
})

describe('the test of the SQL', () => {
  test('shows 64-bit integers exactly', async () => {
    const post = vi.fn(
      () => new Response('{"n":12345678901234567890}', { headers: { 'content-type': 'application/json' } }),
    )
    await open('/rule/rules/create', { 'POST /rule_test': post })
    await user.click(await screen.findByRole('button', { name: 'Run SQL' }))
    await screen.findByText(/"n": 12345678901234567890/)
    expect(post.mock.calls[0]?.slice(1)).toEqual([
      {
        sql: 'SELECT\n  *\nFROM\n  "t/#"',
        context: {
          event_type: 'message_publish',
          clientid: 'c_emqx',
          username: 'u_emqx',
          topic: 't/a',
          qos: 1,
          payload: '{"msg": "hello"}',
        },
      },
    ])
  })

  test('starts with the newest retained message that the rule selects', async () => {
    const row = { msgid: 'm', qos: 1, from_clientid: 'sensor-7', from_username: 'undefined' }
    const older = { ...row, topic: 't/old', publish_at: '2026-01-01T00:00:00.000Z' }
    const newer = { ...row, topic: 't/new', publish_at: '2026-02-01T00:00:00.000Z' }
    await open('/rule/rules/create', {
      'GET /mqtt/retainer/messages': { data: [older, newer], meta: { page: 1, limit: 100, hasnext: false } },
      'GET /mqtt/retainer/message/t/new': { ...newer, payload: btoa('{"temp":31}') },
    })
    await screen.findByText('The values below are from the newest retained message.')
    expect(screen.getByRole('textbox', { name: 'topic' })).toHaveProperty('value', 't/new')
    expect(screen.getByRole('textbox', { name: 'clientid' })).toHaveProperty('value', 'sensor-7')
  })

  test('no match is not an error, and SQL errors show the message of the broker', async () => {
    let answer = refused('SQL Not Match', 'NOT_MATCH', 412)
    await open('/rule/rules/create', { 'POST /rule_test': () => answer })
    await user.click(await screen.findByRole('button', { name: 'Run SQL' }))
    await screen.findByText(/^No match\. The rule does not select this/)
    expect(screen.queryByRole('alert')).toBeNull()
    answer = refused('SELECT_clause_exception: x')
    await user.click(screen.getByRole('button', { name: 'Run SQL' }))
    await screen.findByText('The SQL failed: x')
  })

  test('saved tests show whether their result is the same', async () => {
    let result = '{"a":1}'
    await open('/rule/rules/create', {
      'POST /rule_test': () => new Response(result, { headers: { 'content-type': 'application/json' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Run SQL' }))
    await user.type(await screen.findByRole('textbox', { name: 'Test name' }), 'plain')
    await user.click(screen.getByRole('button', { name: 'Save test' }))
    await user.click(await screen.findByRole('button', { name: 'Run all tests' }))
    await screen.findByText('Same result')
    result = '{"a":2}'
    await user.click(screen.getByRole('button', { name: 'Run all tests' }))
    await screen.findByText('Different result')
  })
})

describe('the page of a rule', () => {
  test('shows statistics by node, inputs and outputs', async () => {
    await open('/rule/rules/r1')
    await screen.findByText('60 out of service, 40 other errors')
    expect(screen.getByText('SQL errors', { selector: 'div' }).parentElement?.textContent).toBe('SQL errors20')
    expect(screen.getByText('Filtered out', { selector: 'div' }).parentElement?.textContent).toBe('Filtered out280')
    await screen.findByText(/this cluster does not report their texts/)
    within(screen.getByRole('table', { name: 'By node' })).getByText('n1')
    await user.click(screen.getByRole('tab', { name: 'Inputs and outputs' }))
    await screen.findByRole('link', { name: 'http:a_http' })
    await screen.findByText('Used only by this rule')
    screen.getByText('Republish to out/a')
  })

  test('shows the latest error with its sample, and the runs from now on', async () => {
    const sample = '{"event":"message.publish","topic":"sensors/1","payload":"x"}'
    const failure = { target: 'WHERE', reason: 'abs: x must be a number', count: 813, first_at: 0, last_at: 1, sample }
    await open('/rule/rules/r1', {
      'GET /mqdeck/rules/r1/errors': [failure, { ...failure, target: 'http:a_http', reason: 'resource_stopped' }],
      'GET /mqdeck/rules/r1/steps': { position: 0, steps: [] },
    })
    const block = within((await screen.findByText('Last error')).closest('section') ?? document.body)
    block.getByText('abs: x must be a number')
    expect(block.getAllByText('813 times')).toHaveLength(2)
    await user.click(block.getAllByText('Sample message')[0] ?? document.body)
    expect(block.getAllByText(/"sensors\/1"/)[0]).toBeTruthy()
    await user.click(block.getByText('1 other error'))
    expect(block.getAllByRole('button', { name: 'Test with this message' })).toHaveLength(1)
    block.getByText('The connector is stopped or disabled')
    await user.click(block.getByRole('button', { name: 'Watch runs' }))
    await screen.findByText('Waiting for a message or event that the rule selects…')
    await user.click(block.getByRole('button', { name: 'Test with this message' }))
    await waitFor(() => expect(screen.getByLabelText('topic')).toHaveProperty('value', 'sensors/1'))
    expect(screen.getByRole('textbox', { name: 'payload' })).toHaveProperty('value', 'x')
  })

  test('saving keeps the fields that the editor does not have', async () => {
    const put = echo()
    await open('/rule/rules/r1?tab=rule', { 'PUT /rules/r1': put })
    await user.type(await screen.findByLabelText('Description'), ' and roofs')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('r1 saved')
    expect(put.mock.calls[0]?.[1]).toMatchObject({
      description: 'halls and roofs',
      metadata: r1.metadata,
      enable: true,
      actions: r1.actions,
    })
    await waitFor(() => expect(screen.queryByText('1 unsaved change')).toBeNull())
  })

  test('a change by another user is reported and can be overwritten', async () => {
    const put = echo()
    let now = r1
    await open('/rule/rules/r1?tab=rule', { 'GET /rules/r1': () => now, 'PUT /rules/r1': put })
    await user.type(await screen.findByLabelText('Description'), '!')
    now = { ...r1, sql: 'SELECT 1 as one FROM "x"' }
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/^Another user has changed this rule/)
    expect(put).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('r1 saved')
    expect(put.mock.calls[0]?.[1]).toMatchObject({ sql: r1.sql, description: 'halls!' })
  })

  test('runs the saved rule without sending anything, and only what is saved', async () => {
    const post = vi.fn((_: URL, _body: unknown) => ({ temp: 1 }))
    await open('/rule/rules/r1?tab=rule', { 'POST /rules/r1/test': post })
    await user.click(await screen.findByRole('button', { name: 'Dry run' }))
    await screen.findByText(/Nothing was sent/)
    expect(post.mock.calls[0]?.[1]).toMatchObject({ stop_action_after_template_rendering: true })
    await user.type(screen.getByLabelText('Description'), '!')
    expect(screen.getByRole('button', { name: 'Dry run' })).toHaveProperty('disabled', true)
  })

  test('shows what a dry run does, step by step', async () => {
    const steps = [
      { event: 'rule_activated', data: '{"event":"message.publish","topic":"sensors/a"}', clientid: 'c1' },
      { event: 'SQL_yielded_result', data: '[{"temp":12345678901234567890}]' },
      { event: 'action_template_rendered', target: 'republish:out/a', data: '{"topic":"out/a"}' },
      { event: 'action_stopped_after_template_rendering', target: 'republish:out/a' },
    ].map((one, index) => ({ position: index + 1, run: 1, triggered_at: 1_700_000_000_000, at: 0, ...one }))
    let hasRun = false
    await open('/rule/rules/r1?tab=rule', {
      'GET /mqdeck/rules/r1/steps': () => (hasRun ? { position: 4, steps } : { position: 0, steps: [] }),
      'POST /rules/r1/test': () => {
        hasRun = true
        return { temp: 1 }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Dry run' }))
    const run = (await screen.findByText('sensors/a')).closest('details')
    if (!run) throw new Error('the run cannot be opened')
    await user.click(within(run).getByText('sensors/a'))
    within(run).getByText('c1')
    within(run).getByText('The SQL returned a result')
    within(run).getByText(/12345678901234567890/)
    within(run).getByText('Stopped here, because a dry run sends nothing')
    expect(within(run).getAllByText('Done')).toHaveLength(3)
  })

  test('cannot be saved while a test of it runs, once it is changed', async () => {
    await open('/rule/rules/r1?tab=rule', {
      'GET /mqdeck/rules/r1/steps': { position: 0, steps: [] },
    })
    await user.click(await screen.findByRole('button', { name: 'Watch runs' }))
    await user.type(screen.getByLabelText('Description'), 'changed')
    await screen.findByText('A test of this rule is running. Stop the test before you save.')
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Stop watching' }))
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
  })

  test('reports a broker without rule steps', async () => {
    await open('/rule/rules/r1?tab=rule')
    await user.click(await screen.findByRole('button', { name: 'Watch runs' }))
    await screen.findByText(/^This broker does not report the steps of rules/)
    screen.getByRole('button', { name: 'Dry run' })
  })

  test('shows until when the jq program of the rule is paused, and why', async () => {
    const until = new Date(2026, 0, 1, 14, 5, 20).toISOString()
    const statistics = { id: 'r1', metrics, node_metrics: [], jq_paused: { program: '.', until, time_limit: 10_000 } }
    await open('/rule/rules/r1', { 'GET /rules/r1/metrics': statistics })
    const note =
      'The jq program of this rule is paused until 14:05:20. It exceeded its time limit of 10 s three times in a row.'
    await screen.findByText(note)
    locale.set('zh')
    await screen.findByText('该规则的 jq 程序连续三次超出时间限制（10 秒），已暂停至 14:05:20。')
  })

  test('a missing rule links to the list', async () => {
    await open('/rule/rules/gone')
    await screen.findByText('Rule gone does not exist. It may have been deleted.')
    screen.getByRole('link', { name: 'All rules' })
  })

  test('can be read by a viewer', async () => {
    await open('/rule/rules/r1?tab=rule', {}, 'viewer')
    expect((await sqlArea()).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: /Add|Save|Run|Format/ })).toBeNull()
  })
})

describe('the functions', () => {
  test('are found by their help text in the language of the page', async () => {
    locale.set('zh')
    await open('/rule/functions')
    await user.type(await screen.findByRole('textbox'), '大写')
    await screen.findByText('upper(text)')
    screen.getByText("upper('hello') → 'HELLO'")
    expect(screen.queryByText('lower(text)')).toBeNull()
  })
})
