// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { defineRoutes } from '../../../ui/index.ts'
import { TraceViewer } from './trace-viewer.tsx'

const node = 'n1@127.0.0.1'
const time = (index: number) => `2026-11-21T10:00:${String(index).padStart(2, '0')}.000000+00:00`
const line = (index: number, rest: string) => `${time(index)} [MQTT] c1@10.0.0.7:5000 msg: ${rest}\n`
const log = [
  line(1, 'mqtt_packet_received, packet: CONNECT(Q0, R0, D0, ClientId=c1)'),
  line(2, 'mqtt_packet_sent, packet: CONNACK(Q0, R0, D0, AckFlags=0, ReasonCode=0)'),
  line(3, 'publish_to, payload_encode: text, topic: room/1, payload: {"temperature": 21}'),
  `${time(4)} [warning] tag: AUTHZ, clientid: c1, msg: authorization_failed, peername: 10.0.0.7:5000, topic: secret\n`,
].join('')

const routes = (isRunning: boolean, onDownload?: () => void) =>
  defineRoutes({
    pages: [
      {
        path: '/trace',
        title: { en: 'Trace', zh: '追踪' },
        load: async () => ({
          default: () => (
            <TraceViewer name="t1" node={node} size={log.length} isRunning={isRunning} onDownload={onDownload} />
          ),
        }),
      },
    ],
  })

/** A broker with this trace log. */
const answers = (text = log): Answers => ({
  'GET /trace/t1/log_detail': [{ node, size: text.length, mtime: 1 }],
  'GET /trace/t1/log': ({ searchParams }: URL) => {
    const from = Number(searchParams.get('position'))
    const bytes = Number(searchParams.get('bytes'))
    const items = text.slice(from, from + bytes)
    return { items, meta: { position: from + items.length, bytes } }
  },
})

const list = () => screen.getByRole('listbox', { name: 'Trace log' })
const options = () => within(list()).getAllByRole('option')
const rows = () => options().map((row) => row.textContent)

test('shows a summary per line and details on demand', async () => {
  const user = userEvent.setup()
  const { address } = await renderPage(routes(false), '/trace', answers())
  await screen.findByText('authorization_failed')
  expect(rows()).toHaveLength(4)
  expect(within(list()).getByText('Warning')).toBeTruthy()
  expect(screen.getByLabelText('received').parentElement?.textContent).toBe('CONNECT')
  await screen.findByText('4 lines')

  await user.click(screen.getByText('publish_to'))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).toContain('"temperature": 21'))
  expect(dialog.textContent).toContain('room/1')
  expect(address()).toMatch(/at=\d+/)
  await user.click(screen.getByRole('button', { name: 'Next line' }))
  await waitFor(() => expect(dialog.textContent).toContain('secret'))
})

test('keys select and open lines', async () => {
  const user = userEvent.setup()
  await renderPage(routes(false), '/trace', answers())
  await screen.findByText('authorization_failed')
  list().focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const selected = () => options().findIndex((row) => row.getAttribute('aria-selected') === 'true')
  expect(selected()).toBe(1)
  expect(list().getAttribute('aria-activedescendant')).toBe(options()[1]?.id)
  await user.keyboard('{ArrowUp}{Enter}')
  expect((await screen.findByRole('dialog')).textContent).toContain('ClientId=c1')
})

test.each([
  ['level=warning', ['authorization_failed']],
  ['packet=CONNECT&packet=CONNACK', ['mqtt_packet_received', 'mqtt_packet_sent']],
  ['search=TEMPERATURE', ['publish_to']],
  ['search=/Flags|Client/', ['mqtt_packet_received', 'mqtt_packet_sent']],
])('shows the lines that match the filter of the URL: %s', async (search, found) => {
  await renderPage(routes(false), `/trace?${search}`, answers())
  await screen.findByText(found.length === 1 ? '1 match' : `${found.length} matches`)
  await waitFor(() => expect(rows()).toHaveLength(found.length))
  for (const [index, msg] of found.entries()) expect(rows()[index]).toContain(msg)
})

test('an invalid expression is reported and all lines are shown', async () => {
  await renderPage(routes(false), '/trace?search=%2F%5B%2F', answers())
  await screen.findByText('Invalid regular expression')
  await screen.findByText('authorization_failed')
})

test('shows an empty state for an empty log', async () => {
  await renderPage(routes(true), '/trace', answers(''))
  await screen.findByText('No log lines yet')
})

test('reports a read error once', async () => {
  const away = () => Response.json({ code: 'SERVICE_UNAVAILABLE', message: 'n1 is away' }, { status: 503 })
  await renderPage(routes(true), '/trace', { ...answers(), 'GET /trace/t1/log': away })
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})

test('reports that the file was deleted', async () => {
  await renderPage(routes(false), '/trace', { ...answers(), 'GET /trace/t1/log_detail': [] })
  await screen.findByText(/The log of this trace was deleted from this node/)
})

test('the search uses the complete text after typing', async () => {
  const user = userEvent.setup()
  await renderPage(routes(false), '/trace', answers())
  await screen.findByText('authorization_failed')
  await user.type(screen.getByPlaceholderText(/\/regular expression/), 'mqtt_packet_s')
  await screen.findByText('1 match')
  await waitFor(() => expect(rows()).toHaveLength(1))
})
