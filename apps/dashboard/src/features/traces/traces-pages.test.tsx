// @vitest-environment jsdom
import type { Trace } from '@mqdeck/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../data/render-page.tsx'
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

const some = [
  trace('first'),
  trace('second', { type: 'topic', clientid: undefined, topic: 't/#', status: 'stopped', payload_encode: 'hidden' }),
  trace('third', { type: 'ruleid', clientid: undefined, ruleid: 'r1', status: 'waiting', log_size: {} }),
]

interface Broker {
  readonly answers: Answers
  readonly sent: unknown[]
}

function createBroker(traces: readonly Trace[] = some, more: Answers = {}): Broker {
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

const refused = (status: number, code: string, message: string) => () => Response.json({ code, message }, { status })

const menuOf = async (name: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(name) })
  await user.click(within(row).getByRole('button', { name: 'Row actions' }))
}

describe('the list', () => {
  test('has what is traced, the state, and what all nodes have written', async () => {
    await open('/log-trace')
    const row = await screen.findByRole('row', { name: /first/ })
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(1, 4)).toEqual(['first', 'Client dev-a', 'Running'])
    expect(cells.slice(6, 9)).toEqual(['3 KB', 'Text', 'JSON'])
    expect(screen.getByText('3 of at most 30 traces')).toBeTruthy()
  })

  test('is narrowed by text and state, which stand in the address', async () => {
    const { address } = await open('/log-trace')
    await user.type(await screen.findByLabelText('Find'), 'T/')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(decodeURIComponent(address())).toBe('/log-trace?q=T/')
    await user.selectOptions(screen.getByLabelText('State'), 'running')
    await screen.findByText('No trace like this')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
    expect(address()).toBe('/log-trace')
  })

  test('offers to stop what has not ended, and to download what has written something', async () => {
    await open('/log-trace')
    await menuOf('second')
    const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    await screen.findByRole('menuitem', { name: 'Open' })
    expect(items()).toEqual(['Open', 'Download', 'Delete'])
    await user.keyboard('{Escape}')
    await menuOf('third')
    await screen.findByRole('menuitem', { name: 'Stop' })
    const download = screen.getByRole('menuitem', { name: /^Download/ })
    expect(download.textContent).toBe('DownloadNothing has been written yet.')
  })

  test('tells how much room there is before there is none', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => trace(`t${index}`))
    await open('/log-trace', createBroker(many(29)))
    await screen.findByText(/^There is room for one more trace/)
  })

  test('lets nobody begin what the broker would refuse', async () => {
    await open('/log-trace', createBroker(Array.from({ length: 30 }, (_, index) => trace(`t${index}`))))
    await screen.findByText(/which is the most/)
    expect(screen.getByRole('button', { name: 'New trace' })).toHaveProperty('disabled', true)
  })

  test('without traces says what one is for, and offers the first', async () => {
    await open('/log-trace', createBroker([]))
    await screen.findByText('No traces yet')
    await user.click(screen.getByRole('button', { name: 'New trace' }))
    await screen.findByRole('dialog', { name: 'New trace' })
  })

  test('shows a viewer nothing that changes it', async () => {
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

  test('is named after what it traces, begins now by the clock of the server, and opens', async () => {
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

  test('is refused beside the fields while it cannot be one', async () => {
    const broker = createBroker()
    const { form } = await openForm(broker)
    await user.click(form.getByRole('radio', { name: 'Topic' }))
    await user.type(form.getByLabelText(/^Topic or/), 'a/#/b')
    await user.clear(form.getByLabelText(/^Name/))
    await user.type(form.getByLabelText(/^Name/), '1')
    await user.click(form.getByRole('radio', { name: 'Until' }))
    await user.click(form.getByRole('button', { name: 'Create' }))
    expect(form.getByText('# must be a separate level and the last one.')).toBeTruthy()
    expect(form.getByText(/^Only letters a to z/)).toBeTruthy()
    expect(form.getByText('Say when.')).toBeTruthy()
    expect(broker.sent).toEqual([])
  })

  test.each([
    [409, 'ALREADY_EXISTS', 'x Already Exists', 'There is a trace of this name already.'],
    [409, 'DUPLICATE_CONDITION', 'x Duplication Condition', /^There is a trace of the same/],
    [
      400,
      'INVALID_PARAMS',
      'The number of traces created has reached the maximum please delete the useless ones first',
      /^There are 30 traces already/,
    ],
    [400, 'INVALID_PARAMS', 'end_at time has already passed', 'end_at time has already passed'],
  ])('that the broker refuses with %i %s says so in words', async (status, code, message, words) => {
    const { form } = await openForm(createBroker(some, { 'POST /trace': refused(status, code, message) }))
    await user.type(form.getByLabelText(/^Client ID/), 'dev-a')
    await user.click(form.getByRole('button', { name: 'Create' }))
    await form.findByText(words)
  })

  test('of a rule offers those there are', async () => {
    const rules = { data: [{ id: 'r1', name: 'Plant' }], meta: { page: 1, limit: 1000, count: 1 } }
    const { form } = await openForm(createBroker(some, { 'GET /rules': rules }))
    await user.click(form.getByRole('radio', { name: 'Rule' }))
    await user.selectOptions(await form.findByRole('combobox', { name: /^Rule/ }), 'Plant (r1)')
    expect(form.getByLabelText(/^Name/)).toHaveProperty('value', expect.stringMatching(/^rule_r1_/))
  })
})

describe('the page of a trace', () => {
  test('shows the node that has most, until another is chosen', async () => {
    const { address } = await open('/log-trace/detail/first')
    const node = await screen.findByLabelText('Node')
    expect(node).toHaveProperty('value', 'emqx@127.0.0.1')
    await user.selectOptions(node, 'emqx2@127.0.0.1')
    await waitFor(() => expect(address()).toContain('node=emqx2'))
  })

  test('of a client has its packets, too; of a topic it has not', async () => {
    const { address } = await open('/log-trace/detail/first')
    await user.click(await screen.findByRole('tab', { name: 'Packets' }))
    await waitFor(() => expect(address()).toContain('view=packets'))
  })

  test('of a topic has the log alone', async () => {
    await open('/log-trace/detail/second')
    await screen.findByText('JSON, payloads hidden')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('says when a trace begins that waits', async () => {
    const { asked } = await open('/log-trace/detail/third')
    await screen.findByText('It has not begun')
    expect(asked.some((line) => line.includes('/log'))).toBe(false)
  })

  test('of a trace that is not there leads back', async () => {
    await open('/log-trace/detail/nope')
    await screen.findByText('The trace does not exist')
    expect(screen.getByRole('link', { name: 'All traces' })).toBeTruthy()
  })

  test('of a node that does not answer keeps it to be seen', async () => {
    await open('/log-trace/detail/first?node=gone@127.0.0.1')
    expect(await screen.findByRole('option', { name: 'gone@127.0.0.1 (does not answer)' })).toBeTruthy()
  })

  test('deletes it after a question, and goes back to the list', async () => {
    const { address, asked } = await open('/log-trace/detail/first')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this trace?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/log-trace'))
    expect(asked).toContain('DELETE /trace/first')
  })
})
