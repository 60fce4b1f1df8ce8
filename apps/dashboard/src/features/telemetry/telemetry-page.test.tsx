// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { telemetryRoutes } from './routes.ts'

const data = { emqx_version: '5.8.0', num_clients: 3 }

test('a broker without telemetry shows a notice', async () => {
  await renderPage(telemetryRoutes, '/telemetry', {})
  await screen.findByText('This broker has no telemetry')
})

test('for EMQX the switch and the report are shown, and the built-in URL is mentioned', async () => {
  await renderPage(telemetryRoutes, '/telemetry', {
    'GET /telemetry/status': { enable: true },
    'GET /telemetry/data': data,
  })
  await screen.findByText(/is built into this broker/)
  expect(screen.getByRole('switch')).toHaveProperty('checked', true)
  expect(JSON.parse(document.querySelector('pre')?.textContent ?? '')).toEqual(data)
  expect(screen.queryByLabelText('Report URL')).toBeNull()
})

test('the report of EMQX is hidden while telemetry is disabled', async () => {
  await renderPage(telemetryRoutes, '/telemetry', { 'GET /telemetry/status': { enable: false } })
  await screen.findByText('This broker shows the report only while telemetry is enabled.')
})

test('the page is read-only for a viewer', async () => {
  const answers = {
    'GET /telemetry/status': { enable: true },
    'GET /mqdeck/telemetry': {
      report_url: 'http://x/',
      interval: 86_400_000,
      data,
      last: { at: '2026-01-01T00:00:00.000+00:00', report_url: 'http://x/', outcome: 'failed', reason: 'answered 503' },
      next_at: '2026-01-01T00:01:00.000+00:00',
    },
  }
  await renderPage(telemetryRoutes, '/telemetry', answers, { role: 'viewer' })
  await screen.findByText('answered 503')
  expect(screen.getByRole('switch')).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Report URL')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
