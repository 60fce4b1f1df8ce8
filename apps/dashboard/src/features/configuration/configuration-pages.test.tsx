// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { configurationRoutes } from './routes.ts'

const text = (body: string) => new Response(body, { headers: { 'content-type': 'text/plain' } })
const version = (number: number, part: object = {}) => ({
  version: number,
  at: '2026-11-21T13:00:00.000Z',
  by: 'ann',
  call: 'PUT /configs/global_zone',
  changed: ['mqtt.max_inflight'],
  current: false,
  ...part,
})
const history = {
  'GET /mqdeck/config_versions': { data: [version(3, { current: true }), version(2), version(1)], keep: 100 },
  'GET /mqdeck/config_versions/1': () => text('mqtt { max_inflight = 32 }\n'),
  'GET /mqdeck/config_versions/2': () => text('mqtt { max_inflight = 40 }\n'),
  'GET /mqdeck/config_versions/3': () => text('mqtt { max_inflight = 50 }\n'),
}

describe('the history', () => {
  test('compares a version with the previous one', async () => {
    await renderPage(configurationRoutes, '/configuration/history?version=2', history)
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByText('40')
    within(drawer).getByText('32')
    within(drawer).getByText('ann')
  })

  test('restores a version after showing its changes', async () => {
    const restored: string[] = []
    const user = userEvent.setup()
    await renderPage(configurationRoutes, '/configuration/history?version=1', {
      ...history,
      'POST /mqdeck/config_versions/1/restore': ({ pathname }: URL) => {
        restored.push(pathname)
        return new Response(null, { status: 204 })
      },
    })
    await screen.findByText(/This is the oldest version/)
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 1?' })
    await within(dialog).findByText('50')
    await user.click(within(dialog).getByRole('button', { name: 'Restore version' }))
    await waitFor(() => expect(restored).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a viewer cannot restore', async () => {
    await renderPage(configurationRoutes, '/configuration/history?version=1', history, { role: 'viewer' })
    await screen.findByText(/This is the oldest version/)
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })

  test('a broker without history shows an empty state', async () => {
    await renderPage(configurationRoutes, '/configuration/history', {})
    await screen.findByText('This broker has no configuration history')
  })
})

describe('importing', () => {
  const open = async (answers: object) => {
    const user = userEvent.setup()
    const page = await renderPage(configurationRoutes, '/configuration/import', { ...answers })
    await user.click(await screen.findByLabelText('Configuration to import'))
    await user.paste('mqtt.max_inflight = 40')
    await user.click(screen.getByRole('button', { name: 'Show changes' }))
    return { user, page }
  }

  test('without a text, Show changes leads to its field', async () => {
    const user = userEvent.setup()
    await renderPage(configurationRoutes, '/configuration/import', {})
    await user.click(await screen.findByRole('button', { name: 'Show changes' }))
    await screen.findByText('Configuration to import is required')
  })

  test('shows errors with their lines and imports nothing', async () => {
    const problem = { path: 'mqtt.max_inflight', reason: 'must be between 1 and 65535', line: 1, column: 1 }
    await open({ 'POST /mqdeck/config_check': { errors: [problem], changes: [] } })
    await screen.findByText('1 error in the text')
    screen.getByText('Line 1')
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  })

  test('shows the changes, then imports in the selected mode', async () => {
    const change = { path: 'mqtt.max_inflight', from: 32, to: 40 }
    const { user, page } = await open({
      'POST /mqdeck/config_check': { errors: [], changes: [change] },
      'PUT /configs': () => new Response(null, { status: 200 }),
    })
    await screen.findByText('Changes')
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await waitFor(() => expect(page.asked).toContain('PUT /configs?mode=merge&ignore_readonly=true'))
    await waitFor(() => expect(screen.queryByText('Changes')).toBeNull())
  })

  test('an error of EMQX is shown with its field and reason', async () => {
    const errors = {
      mqtt: { kind: 'validation_error', path: 'mqtt.max_inflight', reason: { expected: '1..65535' }, value: 0 },
    }
    const { user } = await open({
      'POST /mqdeck/config_check': { errors: [], changes: [{ path: 'mqtt.max_inflight', from: 32, to: 0 }] },
      'PUT /configs': () =>
        new Response(JSON.stringify({ errors }), { status: 400, headers: { 'content-type': 'text/plain' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    await screen.findByText(/max_inflight\)? must be between 1 and 65535, not 0\./)
  })

  test('the preview is cleared when the text or the mode changes', async () => {
    const { user } = await open({ 'POST /mqdeck/config_check': { errors: [], changes: [] } })
    await screen.findByText(/The import changes nothing/)
    await user.click(screen.getByRole('radio', { name: /^Replace/ }))
    expect(screen.queryByText(/The import changes nothing/)).toBeNull()
  })

  test('checks the syntax itself if the broker cannot check the text', async () => {
    await open({ 'GET /configs': () => text('mqtt { max_inflight = 32 }\n') })
    await screen.findByText(/This broker cannot check the text/)
    await screen.findByText('40')
  })
})
