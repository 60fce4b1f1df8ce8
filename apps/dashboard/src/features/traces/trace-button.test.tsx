// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { defineRoutes, usePathParam } from '../../ui/index.ts'
import { TraceButton } from './trace-button.tsx'

const user = userEvent.setup()

const routes = defineRoutes({
  pages: [
    {
      path: '/thing',
      title: { en: 'Thing', zh: '事物' },
      load: async () => ({ default: () => <TraceButton of={{ type: 'topic', value: 't/#' }} /> }),
    },
    {
      path: '/log-trace/detail/$id',
      title: { en: 'Trace', zh: '追踪' },
      load: async () => ({ default: () => <h1>{usePathParam('id')}</h1> }),
    },
    { path: '/log-trace', title: { en: 'Traces', zh: '追踪' }, load: async () => ({ default: () => <h1>All</h1> }) },
  ],
})

const trace = (name: string, status: string, topic = 't/#') => ({
  name,
  type: 'topic',
  topic,
  payload_encode: 'text',
  formatter: 'json',
  status,
  start_at: '2026-11-22T02:00:00+00:00',
  end_at: '2026-11-22T02:10:00+00:00',
  log_size: {},
})

const open = (answers: Answers, role = 'administrator') => renderPage(routes, '/thing', answers, { role })
const startTrace = async (choose = async () => {}) => {
  await user.click(await screen.findByRole('button', { name: 'Trace' }))
  await screen.findByRole('dialog')
  await choose()
  await user.click(screen.getByRole('button', { name: 'Start trace' }))
}
const refuse = (message: string) => () => Response.json({ code: 'INVALID_PARAMS', message }, { status: 400 })

test('a trace of ten minutes without payloads is started from the popover, and the page stays open', async () => {
  const sent: unknown[] = []
  const { address } = await open({
    'GET /trace': [trace('old', 'stopped'), trace('other', 'running', 'x')],
    'POST /trace': (_: URL, body: unknown) => {
      sent.push(body)
      return trace('new', 'running')
    },
  })
  await startTrace()
  await screen.findByText('Tracing t/#…')
  expect(address()).toBe('/thing')
  expect(sent).toEqual([
    { name: expect.anything(), type: 'topic', topic: 't/#', payload_encode: 'hidden', formatter: 'json' },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'View' }))
  await waitFor(() => expect(address()).toMatch(/^\/log-trace\/detail\/topic_t_\d{8}_\d{6}$/))
})

test('a trace with another duration has an end, and payloads are recorded only if chosen', async () => {
  const sent: unknown[] = []
  await open({
    'GET /trace': [],
    'POST /trace': (_: URL, body: unknown) => {
      sent.push(body)
      return trace('new', 'running')
    },
  })
  await startTrace(async () => {
    await user.click(screen.getByRole('radio', { name: '1 h' }))
    await user.click(screen.getByRole('radio', { name: 'Text' }))
    await screen.findByText(/^Payloads are written to the disks/)
  })
  await screen.findByText('Tracing t/#…')
  expect(sent).toMatchObject([{ payload_encode: 'text', end_at: expect.anything() }])
})

test('a running trace with the same condition is offered instead of a second one, except for a rule live view', async () => {
  const { address, asked } = await open({ 'GET /trace': [trace('DEBUG_RULE_r', 'running'), trace('mine', 'running')] })
  await startTrace()
  await screen.findByText('Trace mine is already running')
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'View' }))
  await waitFor(() => expect(address()).toBe('/log-trace/detail/mine'))
})

test('reaching the trace limit is reported with a button to the traces', async () => {
  const { address } = await open({
    'GET /trace': [],
    'POST /trace': refuse('The number of traces created has reached the maximum please delete the useless ones first'),
  })
  await startTrace()
  await screen.findByText(/^The limit of 30 traces is reached/)
  await user.click(screen.getByRole('button', { name: 'Show traces' }))
  await waitFor(() => expect(address()).toBe('/log-trace'))
})

test('other errors are shown with the message of the broker', async () => {
  const { address } = await open({ 'GET /trace': [], 'POST /trace': refuse('no room on the disk') })
  await startTrace()
  await screen.findByText('no room on the disk')
  expect(address()).toBe('/thing')
})

test('the button is hidden for viewers', async () => {
  await open({ 'GET /trace': [] }, 'viewer')
  expect(screen.queryByRole('button', { name: 'Trace' })).toBeNull()
})
