// @vitest-environment jsdom
import { defaultsOf, flappingDetect, forceShutdown, mqtt, readHocon, toComponents } from '@mqdeck/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { zoneRoutes } from './routes.ts'

const user = userEvent.setup()

const text = (hocon: string) => () => new Response(hocon, { headers: { 'content-type': 'text/plain' } })
const broker = (hocon: string, more: Answers = {}): Answers => ({
  'GET /configs': text(hocon),
  'GET /listeners': [{ id: 'tcp:a', type: 'tcp', name: 'a', enable: true, bind: ':1' }],
  'GET /listeners/tcp:a': { id: 'tcp:a', type: 'tcp', zone: 'used' },
  'GET /schemas/hotconf': { components: { schemas: toComponents([mqtt, forceShutdown, flappingDetect]) } },
  'GET /configs/global_zone': {
    mqtt: defaultsOf(mqtt),
    force_shutdown: defaultsOf(forceShutdown),
    flapping_detect: defaultsOf(flappingDetect),
  },
  'PUT /configs': () => new Response(null, { status: 200 }),
  ...more,
})
/** Not by role: naming every row takes long. */
async function rowOf(zone: string): Promise<HTMLElement> {
  const row = (await screen.findByText(zone)).closest('tr')
  if (!row) throw new Error(`${zone} is in no row`)
  return row
}

const two = 'zones { used { mqtt { max_inflight = 4, max_qos_allowed = 0 } }, free {} }'

test('the list shows listeners and overridden settings, and a zone in use cannot be deleted', async () => {
  const { asked } = await renderPage(zoneRoutes, '/zones', broker(two))
  const used = await rowOf('used')
  expect(within(used).getByRole('link', { name: 'tcp:a' })).toBeTruthy()
  expect(within(used).getByText('2')).toBeTruthy()
  await user.click(within(used).getByRole('button'))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText(/Used by tcp:a/)).toBeTruthy()
  const free = await rowOf('free')
  await user.click(within(free).getByRole('button'))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(asked).toContain('PUT /configs?mode=replace'))
})

test('the global zone cannot be deleted', async () => {
  await renderPage(zoneRoutes, '/zones', broker(two))
  const row = await rowOf('default')
  await user.click(within(row).getByRole('button'))
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toHaveProperty('disabled', true)
})

test('without reported zones the list shows those in use, without actions', async () => {
  await renderPage(zoneRoutes, '/zones', broker('mqtt { max_inflight = 1 }'))
  expect(await screen.findByText(/does not report its zones, which/)).toBeTruthy()
  expect(await rowOf('used')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New zone' })).toBeNull()
})

test('without reported zones the page explains how to create one', async () => {
  await renderPage(zoneRoutes, '/zones/create', broker('mqtt { max_inflight = 1 }'))
  expect(await screen.findByText(/etc\/emqx.conf/)).toBeTruthy()
  expect(screen.queryByLabelText(/^Name/)).toBeNull()
})

test('the URL of the default zone redirects to the general MQTT settings', () => {
  expect(zoneRoutes.redirects?.['/zones/detail/default']).toBe('/mqtt/general')
})

test('a field shows its inherited value, can be overridden and reset', async () => {
  await renderPage(zoneRoutes, '/zones/detail/used', broker(two))
  expect(await screen.findByDisplayValue('4')).toBeTruthy()
  await user.click(screen.getByLabelText('Override Max message queue length'))
  expect(screen.getByDisplayValue('1000').id).toBe(screen.getByLabelText('Max message queue length').id)
  await user.click(screen.getByText('Use inherited value (1000)'))
  expect(screen.getByLabelText('Override Max message queue length')).toBeTruthy()
  expect(screen.queryByText(/unsaved change/)).toBeNull()
})

test('a new zone needs a free name and has only overridden settings', async () => {
  let sent: unknown
  const save = (_: URL, body: unknown) => {
    sent = body
    return new Response(null, { status: 200 })
  }
  const { address } = await renderPage(zoneRoutes, '/zones/create', broker(two, { 'PUT /configs': save }))
  const name = await screen.findByLabelText(/^Name/)
  await user.type(name, 'used')
  await user.click(screen.getByText('Create'))
  expect(await screen.findByText('A zone with this name already exists. Enter another name.')).toBeTruthy()
  await user.clear(name)
  await user.type(name, 'fresh')
  await user.click(screen.getByLabelText('Override Max inflight'))
  await user.click(screen.getByText('Create'))
  await waitFor(() => expect(address()).toBe('/zones/detail/fresh'))
  expect(readHocon(String(sent))).toEqual({
    zones: {
      free: {},
      fresh: { mqtt: { max_inflight: 32 } },
      used: { mqtt: { max_inflight: 4, max_qos_allowed: 0 } },
    },
  })
})
