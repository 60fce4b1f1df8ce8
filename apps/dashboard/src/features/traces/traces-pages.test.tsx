// @vitest-environment jsdom
import type { Trace } from '@mqdeck/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { traceRoutes } from './routes.ts'

const user = userEvent.setup()

const trace = (name: string, change: Partial<Trace> = {}): Trace => ({
  name,
  type: 'clientid',
  clientid: 'dev-a',
  payload_encode: 'text',
  formatter: 'json',
  status: 'running',
  start_at: '2026-11-22T02:00:00+00:00',
  end_at: '2099-11-22T02:10:00+00:00',
  log_size: { 'emqx@127.0.0.1': 2048, 'emqx2@127.0.0.1': 1024 },
  ...change,
})

const threeTraces = [
  trace('first'),
  trace('second', { type: 'topic', clientid: undefined, topic: 't/#', status: 'stopped', payload_encode: 'hidden' }),
  trace('third', { type: 'ruleid', clientid: undefined, ruleid: 'r1', status: 'waiting', log_size: {} }),
]

interface Broker {
  readonly answers: Answers
  readonly sent: unknown[]
}

function createBroker(traces: readonly Trace[] = threeTraces, more: Answers = {}): Broker {
  let all = traces
  const sent: unknown[] = []
  const answers: Answers = {
    'GET /trace': () => all,
    'POST /trace': (_: URL, body: { readonly name: string }) => {
      sent.push(body)
      all = [trace(body.name), ...all]
      return trace(body.name)
    },
    'DELETE /trace/first': () => {
      all = all.filter(({ name }) => name !== 'first')
      return new Response(null, { status: 204 })
    },
    'GET /clients': { data: [{ clientid: 'dev-a' }, { clientid: 'dev-b' }], meta: { page: 1, limit: 10, count: 2 } },
    ...more,
  }
  return { answers, sent }
}

const open = (path: string, { answers }: Broker = createBroker(), role = 'administrator') =>
  renderPage(traceRoutes, path, answers, { role })

const errorResponse = (status: number, code: string, message: string) => () =>
  Response.json({ code, message }, { status })

const menuOf = async (name: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(name) })
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
}

describe('the list', () => {
  test('shows condition, state and total size', async () => {
    await open('/log-trace')
    const row = await screen.findByRole('row', { name: /first/ })
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(1, 4)).toEqual(['first', 'Client dev-a', 'Running'])
    expect(cells.slice(6, 9)).toEqual(['3 KB', 'Text', 'JSON'])
    expect(screen.getByText('3 of 30 traces')).toBeTruthy()
  })

  test('is filtered by text and state, which are kept in the URL', async () => {
    const { address } = await open('/log-trace')
    await user.type(await screen.findByLabelText('Find'), 'T/')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(decodeURIComponent(address())).toBe('/log-trace?q=T/')
    await user.selectOptions(screen.getByLabelText('State'), 'running')
    await screen.findByText('No matching traces')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
    expect(address()).toBe('/log-trace')
  })

  test('offers Stop for unfinished traces and Download for traces with a log', async () => {
    await open('/log-trace')
    await menuOf('second')
    const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    await screen.findByRole('menuitem', { name: 'Open' })
    expect(items()).toEqual(['Open', 'Download', 'Delete'])
    await user.keyboard('{Escape}')
    await menuOf('third')
    await screen.findByRole('menuitem', { name: 'Stop' })
    const download = screen.getByRole('menuitem', { name: /^Download/ })
    expect(download.textContent).toBe('DownloadNo log recorded yet.')
  })

  test('shows how many more traces can be created near the limit', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => trace(`t${index}`))
    await open('/log-trace', createBroker(many(29)))
    await screen.findByText(/^1 more trace can be created/)
  })

  test('disables the create button at the limit', async () => {
    await open('/log-trace', createBroker(Array.from({ length: 30 }, (_, index) => trace(`t${index}`))))
    await screen.findByText(/^The limit of 30 traces/)
    expect(screen.getByRole('button', { name: 'New trace' })).toHaveProperty('disabled', true)
  })

  test('explains traces and offers to create one while it is empty', async () => {
    await open('/log-trace', createBroker([]))
    await screen.findByText('No traces')
    await user.click(screen.getByRole('button', { name: 'New trace' }))
    await screen.findByRole('dialog', { name: 'New trace' })
  })

  test('is read-only for a viewer', async () => {
    await open('/log-trace', createBroker(), 'viewer')
    await menuOf('first')
    await screen.findByRole('menuitem', { name: 'Download' })
    expect(screen.getAllByRole('menuitem')).toHaveLength(2)
    expect(screen.queryByRole('checkbox')).toBeNull()
    for (const name of ['New trace', 'Delete all']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('a new trace', () => {
  async function openForm(broker: Broker) {
    const page = await open('/log-trace', broker)
    await user.click(await screen.findByRole('button', { name: 'New trace' }))
    return { page, form: within(await screen.findByRole('dialog', { name: 'New trace' })) }
  }

  test('is named after its condition, starts immediately and opens', async () => {
    const broker = createBroker()
    const { page, form } = await openForm(broker)
    await user.type(form.getByLabelText(/^Client ID/), 'dev-b')
    await waitFor(() => expect(page.asked.join()).toContain('like_clientid=dev-b'))
    await user.click(form.getByRole('radio', { name: '10 min' }))
    await user.click(form.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(page.address()).toMatch(/^\/log-trace\/detail\/client_dev_b_\d{8}_\d{6}$/))
    expect(broker.sent).toEqual([
      {
        name: expect.stringMatching(/^client_dev_b_/),
        type: 'clientid',
        clientid: 'dev-b',
        payload_encode: 'text',
        formatter: 'json',
      },
    ])
  })

  test('shows faults at the fields', async () => {
    const broker = createBroker()
    const { form } = await openForm(broker)
    await user.click(form.getByRole('radio', { name: 'Topic' }))
    await user.type(form.getByLabelText(/^Topic or/), 'a/#/b')
    await user.clear(form.getByLabelText(/^Name/))
    await user.type(form.getByLabelText(/^Name/), '1')
    await user.click(form.getByRole('radio', { name: 'Until' }))
    await user.click(form.getByRole('button', { name: 'Create' }))
    expect(form.getByText('# must be a separate level and the last one.')).toBeTruthy()
    expect(form.getByText(/^Use only letters a to z/)).toBeTruthy()
    expect(form.getByText('Select a time')).toBeTruthy()
    expect(broker.sent).toEqual([])
  })

  test.each([
    [409, 'ALREADY_EXISTS', 'x Already Exists', 'A trace with this name already exists'],
    [409, 'DUPLICATE_CONDITION', 'x Duplication Condition', /^A trace with the same condition/],
    [
      400,
      'INVALID_PARAMS',
      'The number of traces created has reached the maximum please delete the useless ones first',
      /^The limit of 30 traces is reached/,
    ],
    [400, 'INVALID_PARAMS', 'end_at time has already passed', 'end_at time has already passed'],
  ])('shows the error %i %s of the broker', async (status, code, message, words) => {
    const { form } = await openForm(createBroker(threeTraces, { 'POST /trace': errorResponse(status, code, message) }))
    await user.type(form.getByLabelText(/^Client ID/), 'dev-a')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await form.findByText(words)
  })

  test('of a rule offers the existing rules', async () => {
    const rules = { data: [{ id: 'r1', name: 'Plant' }], meta: { page: 1, limit: 1000, count: 1 } }
    const { form } = await openForm(createBroker(threeTraces, { 'GET /rules': rules }))
    await user.click(form.getByRole('radio', { name: 'Rule' }))
    await user.selectOptions(await form.findByRole('combobox', { name: /^Rule/ }), 'Plant (r1)')
    expect(form.getByLabelText(/^Name/)).toHaveProperty('value', expect.stringMatching(/^rule_r1_/))
  })
})

describe('the page of a trace', () => {
  test('shows the node with the largest log by default', async () => {
    const { address } = await open('/log-trace/detail/first')
    const node = await screen.findByLabelText('Node')
    expect(node).toHaveProperty('value', 'emqx@127.0.0.1')
    await user.selectOptions(node, 'emqx2@127.0.0.1')
    await waitFor(() => expect(address()).toContain('node=emqx2'))
  })

  test('of a client has a packets tab', async () => {
    const { address } = await open('/log-trace/detail/first')
    await user.click(await screen.findByRole('tab', { name: 'Packets' }))
    await waitFor(() => expect(address()).toContain('view=packets'))
  })

  test('of a topic has only the log', async () => {
    await open('/log-trace/detail/second')
    await screen.findByText('JSON, payloads hidden')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('shows when a waiting trace starts', async () => {
    const { asked } = await open('/log-trace/detail/third')
    await screen.findByText('Trace not started yet')
    expect(asked.some((line) => line.includes('/log'))).toBe(false)
  })

  test('of an unknown trace links to the list', async () => {
    await open('/log-trace/detail/nope')
    await screen.findByText('Trace not found')
    expect(screen.getByRole('link', { name: 'All traces' })).toBeTruthy()
  })

  test('lists an unreachable node of the URL', async () => {
    await open('/log-trace/detail/first?node=gone@127.0.0.1')
    expect(await screen.findByRole('option', { name: 'gone@127.0.0.1 (not reachable)' })).toBeTruthy()
  })

  test('deletes the trace after confirmation and returns to the list', async () => {
    const { address, asked } = await open('/log-trace/detail/first')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this trace?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/log-trace'))
    expect(asked).toContain('DELETE /trace/first')
  })
})
