// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { locale } from '../../i18n/index.ts'
import { alarmRoutes } from './routes.ts'

const user = userEvent.setup()
const alarm = (name: string, second: number, more: object = {}) => ({
  node: 'n1@h',
  name,
  message: 'message of the broker',
  details: {},
  duration: second * 1000,
  activate_at: `2026-01-01T00:00:0${second}.000+00:00`,
  ...more,
})
const page = (rows: readonly object[]) => ({
  data: rows,
  meta: { count: rows.length, hasnext: false, limit: 1000, page: 1 },
})
const threeAlarms = [
  alarm('connector:http:h1', 1, { message: 'resource down: Connection refused', details: { reason: 'resource_down' } }),
  alarm('high_cpu_usage', 3, { details: { usage: 85.5, high_watermark: 80, low_watermark: 60 } }),
  alarm('test_alarm', 2, { node: 'n2@h' }),
]
const open = (path: string, answers: Answers, role = 'administrator') =>
  renderPage(alarmRoutes, path, answers, { role })
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)
const selectRowAction = async (row: RegExp, item: string) => {
  await user.click(within(screen.getByRole('row', { name: row })).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('active alarms', () => {
  test('have readable names and messages, critical ones first, and can be sorted and searched', async () => {
    await open('/alarm/current', { 'GET /alarms': page(threeAlarms) })
    await screen.findByText('3 active alarms')
    expect(titles()).toEqual(['Connector h1 is down', 'High CPU usage', 'Test alarm'])
    screen.getByText('85.5% used, high watermark 80%')
    screen.getByText('Resource down: Connection refused')
    screen.getByText('message of the broker')
    await user.click(screen.getByRole('button', { name: 'Alarm' }))
    expect(titles()).toEqual(['Connector h1 is down', 'High CPU usage', 'Test alarm'])
    await user.click(screen.getByRole('button', { name: 'Alarm' }))
    expect(titles()).toEqual(['Test alarm', 'High CPU usage', 'Connector h1 is down'])
    await user.type(screen.getByRole('textbox', { name: 'Find' }), 'n2@')
    await waitFor(() => expect(titles()).toEqual(['Test alarm']))
    screen.getByText('1 of 3')
  })

  test('are translated to Chinese', async () => {
    locale.set('zh')
    await open('/alarm/current', { 'GET /alarms': page(threeAlarms) })
    await screen.findByText('CPU 使用率过高')
    screen.getByText('使用率 85.5%，高水位线 80%')
    screen.getByText('连接器 h1 不可用')
  })

  test('have a drawer with details', async () => {
    const { address } = await open('/alarm/current', { 'GET /alarms': page(threeAlarms) })
    await user.click(await screen.findByRole('link', { name: 'High CPU usage' }))
    const drawer = await screen.findByRole('dialog', { name: 'High CPU usage' })
    within(drawer).getByText('high_cpu_usage')
    within(drawer).getByText(/"low_watermark": 60/)
    within(drawer).getByText(/above the high watermark/)
    expect(address()).toContain('alarm=')
  })

  test('are grouped by their cause and link to the affected object', async () => {
    const action = alarm('action:http:a_http:connector:http:h1', 5, { details: { reason: 'resource_down' } })
    const other = alarm('connector:mysql:m1', 4)
    await open('/alarm/current', { 'GET /alarms': page([action, other, ...threeAlarms]) })
    await screen.findByText('5 active alarms')
    expect(titles().slice(0, 3)).toEqual(['Connector h1 is down', 'Action a_http is down', 'Connector m1 is down'])
    screen.getByText(/Caused by connector h1/)
    const [connector] = screen.getAllByRole('link', { name: 'Open connector' })
    expect(connector?.getAttribute('href')).toBe('/connector/http%3Ah1')
    expect(screen.getByRole('link', { name: 'Open node' }).getAttribute('href')).toBe('/dashboard/nodes/n1%40h')
  })

  test('that are muted do not count, until they are unmuted', async () => {
    await open('/alarm/current', { 'GET /alarms': page(threeAlarms) })
    await screen.findByText('3 active alarms')
    await selectRowAction(/High CPU usage/, 'Mute for 1 hour')
    await screen.findByText('3 active alarms · 1 alarm is muted in this browser')
    within(screen.getByRole('row', { name: /High CPU usage/ })).getByText(/Muted until/)
    await selectRowAction(/High CPU usage/, 'Unmute')
    await screen.findByText('3 active alarms')
  })

  test('can be deactivated, and other nodes with the alarm are reported', async () => {
    const deactivated: unknown[] = []
    let rows = [...threeAlarms, alarm('test_alarm', 4)]
    await open('/alarm/current', {
      'GET /alarms': () => page(rows),
      'POST /alarms/force_deactivate': (_: URL, body: unknown) => {
        deactivated.push(body)
        rows = rows.filter(({ name, node }) => name !== 'test_alarm' || node === 'n2@h')
        return new Response(null, { status: 204 })
      },
    })
    await screen.findByText('4 active alarms')
    await selectRowAction(/Test alarm.*n1@h/, 'Deactivate')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }))
    await screen.findByText('Test alarm is still active on n2@h')
    expect(deactivated).toEqual([{ name: 'test_alarm' }])
  })

  test('that are no longer active count as deactivated', async () => {
    let rows = threeAlarms
    await open('/alarm/current', {
      'GET /alarms': () => page(rows),
      'POST /alarms/force_deactivate': () => {
        rows = []
        return Response.json({ code: 'NOT_FOUND', message: 'gone' }, { status: 400 })
      },
    })
    await screen.findByText('3 active alarms')
    await selectRowAction(/Test alarm/, 'Deactivate')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }))
    await screen.findByText('Test alarm deactivated')
    await screen.findByText('No active alarms')
  })

  test('are read-only for a viewer', async () => {
    await open('/alarm/current', { 'GET /alarms': page(threeAlarms) }, 'viewer')
    await screen.findByText('3 active alarms')
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(screen.getAllByRole('button', { name: /^Actions for / })[0] ?? document.body)
    await screen.findByRole('menuitem', { name: 'Show details' })
    expect(screen.queryByRole('menuitem', { name: 'Deactivate' })).toBeNull()
  })

  test('are unavailable for brokers without alarms', async () => {
    await open('/alarm/current', {})
    await screen.findByText('This broker does not report alarms')
  })
})

test('past alarms are listed and cleared after confirmation', async () => {
  let rows: readonly object[] = [alarm('high_cpu_usage', 3, { deactivate_at: '2026-01-01T00:00:09.000+00:00' })]
  const { asked } = await open('/alarm/history', {
    'GET /alarms': () => page(rows),
    'DELETE /alarms': () => {
      rows = []
      return new Response(null, { status: 204 })
    },
  })
  await screen.findByText('1 past alarm')
  expect(asked[0]).toContain('activated=false')
  await user.click(screen.getByRole('button', { name: 'Clear history' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear history' }))
  await screen.findByText('Alarm history cleared')
  await screen.findByText('No past alarms')
})
