// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { createTestBroker, defaultZone, onlyPage } from './test-broker.ts'

const user = userEvent.setup()
const open = (path: string, broker = createTestBroker(), role?: string) =>
  renderPage(onlyPage(path), path, broker.answers, role === undefined ? {} : { role })
const heading = (name: string) => screen.findByRole('heading', { name })
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}
const save = () => user.click(screen.getByRole('button', { name: 'Save' }))

describe('the general page', () => {
  test('has the protocol fields in groups, and the session fields on the other page', async () => {
    await open('/mqtt/general')
    await heading('Limits')
    await heading('Connection and keep alive')
    expect(screen.getByLabelText('Max packet size')).toBeTruthy()
    expect(screen.queryByLabelText('Max inflight')).toBeNull()
    await heading('General MQTT settings')
  })

  test('sends the whole zone with changes of other users in its other roots', async () => {
    const broker = createTestBroker()
    await open('/mqtt/general', broker)
    await type('Max topic levels', '7')
    const zone = { ...defaultZone, force_shutdown: { ...defaultZone.force_shutdown, max_mailbox_size: 5 } }
    broker.set('/configs/global_zone', zone)
    await save()
    await screen.findByText('Updated successfully')
    expect(broker.sent).toEqual([
      { path: '/configs/global_zone', body: { ...zone, mqtt: { ...zone.mqtt, max_topic_levels: 7 } } },
    ])
    await waitFor(() => expect(screen.queryByText('1 unsaved change')).toBeNull())
  })

  test('shows that another user saved first, loads their values and keeps my changes', async () => {
    const broker = createTestBroker()
    await open('/mqtt/general', broker)
    await type('Max topic levels', '7')
    broker.set('/configs/global_zone', { ...defaultZone, mqtt: { ...defaultZone.mqtt, max_topic_alias: 11 } })
    await save()
    await screen.findByText(/Another user saved changes/)
    expect(broker.sent).toEqual([])
    expect(screen.getByLabelText('Max topic aliases')).toHaveProperty('value', '11')

    await save()
    await waitFor(() => expect(broker.sent).toHaveLength(1))
    expect(broker.get('/configs/global_zone')).toMatchObject({ mqtt: { max_topic_levels: 7, max_topic_alias: 11 } })
  })

  test.each([
    ['half a row', [{ expression: 'username', set_as_attr: '' }], 'Fill in both fields, or remove the row.'],
    [
      'a name twice',
      [
        { expression: 'username', set_as_attr: 'who' },
        { expression: 'clientid', set_as_attr: 'who' },
      ],
      'Duplicated attribute.',
    ],
  ])('rejects client attributes with %s', async (_, rows, message) => {
    const broker = createTestBroker({
      '/configs/global_zone': { ...defaultZone, mqtt: { ...defaultZone.mqtt, client_attrs_init: rows } },
    })
    await open('/mqtt/general', broker)
    await type('Max topic levels', '7')
    await save()
    await screen.findByText(message)
    expect(broker.sent).toEqual([])
  })

  test('is read-only for a viewer', async () => {
    await open('/mqtt/general', createTestBroker(), 'viewer')
    expect(await screen.findByLabelText('Max topic levels')).toHaveProperty('disabled', true)
  })
})

test('the session page shows which value is set by the start configuration', async () => {
  await open('/mqtt/session')
  await screen.findByText('Set by MQDECK_MQTT_MAX_INFLIGHT. Changes are lost at the next start.')
  expect(screen.queryByLabelText('Max packet size')).toBeNull()
})

test('durable sessions are read-only with the reason', async () => {
  await open('/mqtt/session-persistence')
  await screen.findByText(/This broker has no replicated message storage/)
  expect(await screen.findByLabelText('Durable sessions')).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Batch size')).toHaveProperty('disabled', true)
})

test.each([
  ['/mqtt/retainer', 'Max retained messages', '/mqtt/retainer', { backend: { max_retained_messages: 5 } }],
  ['/mqtt/force-shutdown', 'Max waiting packets', '/configs/global_zone', { force_shutdown: { max_mailbox_size: 5 } }],
  ['/delayed-pub-configuration', 'Max delayed messages', '/mqtt/delayed', { max_delayed_messages: 5 }],
])('%s saves %s', async (page, label, path, body) => {
  const broker = createTestBroker()
  await open(page, broker)
  await type(label, '5')
  await save()
  await waitFor(() => expect(broker.sent).toHaveLength(1))
  expect(broker.sent[0]).toMatchObject({ path, body })
  expect(Object.keys(Object(broker.sent[0]?.body))).toEqual(Object.keys(Object(broker.get(path))))
})

test('system topics are saved with their events', async () => {
  const broker = createTestBroker()
  await open('/mqtt/system-topic', broker)
  await user.click(await screen.findByLabelText('Client subscribed'))
  await save()
  await waitFor(() => expect(broker.sent).toHaveLength(1))
  expect(broker.sent[0]?.body).toMatchObject({
    sys_msg_interval: '1m',
    sys_event_messages: { client_connected: true, client_subscribed: true },
  })
})
