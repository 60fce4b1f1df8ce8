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
const click = async () => user.click(await screen.findByRole('button', { name: 'Trace' }))
const refuse = (message: string) => () => Response.json({ code: 'INVALID_PARAMS', message }, { status: 400 })

test('a click starts a trace of default length and opens it', async () => {
  const sent: unknown[] = []
  const { address } = await open({
    'GET /trace': [trace('old', 'stopped'), trace('other', 'running', 'x')],
    'POST /trace': (_: URL, body: unknown) => {
      sent.push(body)
      return trace('new', 'running')
    },
  })
  await click()
  await waitFor(() => expect(address()).toMatch(/^\/log-trace\/detail\/topic_t_\d{8}_\d{6}$/))
  expect(sent).toEqual([
    { name: expect.anything(), type: 'topic', topic: 't/#', payload_encode: 'text', formatter: 'json' },
  ])
})

test('a running trace with the same condition is opened, except for the one of a rule live view', async () => {
  const { address, asked } = await open({ 'GET /trace': [trace('DEBUG_RULE_r', 'running'), trace('mine', 'running')] })
  await click()
  await waitFor(() => expect(address()).toBe('/log-trace/detail/mine'))
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual([])
  await screen.findByText('Trace mine is already running')
})

test('reaching the trace limit is reported with a button to the traces', async () => {
  const { address } = await open({
    'GET /trace': [],
    'POST /trace': refuse('The number of traces created has reached the maximum please delete the useless ones first'),
  })
  await click()
  await screen.findByText(/^The limit of 30 traces is reached/)
  await user.click(screen.getByRole('button', { name: 'Show traces' }))
  await waitFor(() => expect(address()).toBe('/log-trace'))
})

test('other errors are shown with the message of the broker', async () => {
  const { address } = await open({ 'GET /trace': [], 'POST /trace': refuse('no room on the disk') })
  await click()
  await screen.findByText('no room on the disk')
  expect(address()).toBe('/thing')
})

test('the button is hidden for viewers', async () => {
  await open({ 'GET /trace': [] }, 'viewer')
  expect(screen.queryByRole('button', { name: 'Trace' })).toBeNull()
})
