// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createTraceFormat } from '../../../../../../packages/observe/src/traces/format.ts'
import { renderPage } from '../../../api/render-page.tsx'
import { traceRoutes } from '../routes.ts'

const user = userEvent.setup()

const node = 'n1@127.0.0.1'
const start = Date.parse('2026-11-21T10:00:00Z')
const format = createTraceFormat('json', 'text')
const meta = { clientid: 'c', peername: '10.0.0.7:5000' }
const packet = (after: number, arrow: '>' | '<', text: string) =>
  format(
    { tag: 'MQTT', msg: arrow === '>' ? 'mqtt_packet_received' : 'mqtt_packet_sent', meta, packet: () => text },
    start + after,
  )

const log = [
  packet(
    0,
    '>',
    'CONNECT(Q0, R0, D0, ClientId=c, ProtoName=MQTT, ProtoVsn=5, CleanStart=true, KeepAlive=60, Username=u, Password=)',
  ),
  format({ tag: 'AUTHN', msg: 'authentication_result', meta: { ...meta, result: 'allow' } }, start + 1),
  packet(2, '<', 'CONNACK(Q0, R0, D0, AckFlags=0, ReasonCode=0)'),
  packet(100, '>', 'PUBLISH(Q1, R0, D0, Topic=hall/1, PacketId=7, Payload=21)'),
  format({ tag: 'PUBLISH', msg: 'publish_to', meta: { ...meta, topic: 'hall/1' } }, start + 101),
  packet(140, '<', 'PUBACK(Q0, R0, D0, PacketId=7, ReasonCode=135)'),
  packet(200, '>', 'PINGREQ(Q0, R0, D0)'),
].join('')

const trace = {
  name: 'tr',
  type: 'clientid',
  clientid: 'c',
  payload_encode: 'text',
  formatter: 'json',
  status: 'stopped',
  start_at: '2026-11-21T10:00:00+00:00',
  end_at: '2026-11-21T10:10:00+00:00',
  log_size: { [node]: log.length },
}

const open = (text = log, search = '') =>
  renderPage(traceRoutes, `/log-trace/detail/tr?view=packets${search}`, {
    'GET /trace': [trace],
    'GET /trace/tr/log_detail': [{ node, size: text.length, mtime: 0 }],
    'GET /trace/tr/log': ({ searchParams }: URL) => {
      const from = Number(searchParams.get('position'))
      const bytes = Number(searchParams.get('bytes'))
      const items = text.slice(from, from + bytes)
      return { items, meta: { position: from + items.length, bytes } }
    },
  })

const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Packets between client and broker' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/ +/g, ' ').trim())
}

test('packets are shown as arrows with responses and broker events', async () => {
  await open()
  const texts = await rows()
  expect(texts).toHaveLength(7)
  expect(texts[0]).toBe('Connection 1 from 10.0.0.7:5000')
  expect(texts[1]).toMatch(/Client to broker: CONNECT MQTT 5\.0 · clean start · keep alive 60 s$/)
  expect(texts[2]).toMatch(/\+1 ms Authentication allowed$/)
  expect(texts[3]).toMatch(/Broker to client: CONNACK Success after 2 ms$/)
  expect(texts[4]).toMatch(/\+98 ms Client to broker: PUBLISH hall\/1 QoS 1 · #7 21$/)
  expect(texts[5]).toMatch(/PUBACK #7 · Not authorized after 40 ms$/)
  expect(texts[6]).toMatch(/PINGREQ no response$/)
  expect(screen.getByText('7 of 8 events')).toBeTruthy()
})

test('packets can be filtered and searched, and the filters are kept in the URL', async () => {
  const { address } = await open()
  await rows()
  await user.click(screen.getByRole('checkbox', { name: 'Pings' }))
  await user.selectOptions(screen.getByLabelText('Broker events'), 'Packets only')
  await waitFor(async () => expect(await rows()).toHaveLength(5))
  expect(address()).toContain('pings=hidden')
  expect(address()).toContain('notes=none')
  await user.type(screen.getByLabelText('Find in packets'), 'HALL')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await user.type(screen.getByLabelText('Find in packets'), 'x')
  await screen.findByText('No results')
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByText('8 events')
})

test('a packet opens with related packets and a link to the log, and arrow keys move between rows', async () => {
  await open()
  await rows()
  const first = screen.getByRole('button', { name: /CONNECT / })
  first.focus()
  await user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('PINGREQ'))
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('PUBLISH'))
  await user.keyboard('{Enter}')
  const drawer = await screen.findByRole('dialog', { name: 'PUBLISH' })
  expect(within(drawer).getByText('PUBLISH(Q1, R0, D0, Topic=hall/1, PacketId=7, Payload=21)')).toBeTruthy()
  const link = within(drawer).getByRole('link', { name: 'Show in log' })
  expect(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('at')).toBe(
    String(log.indexOf(log.split('\n')[3] ?? '')),
  )
  await user.click(within(drawer).getByRole('button', { name: /PUBACK/ }))
  await screen.findByRole('dialog', { name: 'PUBACK' })
})

test('a trace without packets shows an empty state', async () => {
  await open('')
  await screen.findByText('No packets')
})
