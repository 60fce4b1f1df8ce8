// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../data/render-page.tsx'
import { telemetryRoutes } from './routes.ts'

const data = { emqx_version: '5.8.0', num_clients: 3 }

test('a broker without telemetry says so', async () => {
  await renderPage(telemetryRoutes, '/telemetry', {})
  await screen.findByText('This broker has no telemetry.')
})

test('of EMQX itself it shows the switch and the report, and that the address is built in', async () => {
  await renderPage(telemetryRoutes, '/telemetry', {
    'GET /telemetry/status': { enable: true },
    'GET /telemetry/data': data,
  })
  await screen.findByText(/is built into it/)
  expect(screen.getByRole('switch')).toHaveProperty('checked', true)
  expect(JSON.parse(document.querySelector('pre')?.textContent ?? '')).toEqual(data)
  expect(screen.queryByLabelText('Report to')).toBeNull()
})

test('while it is off, EMQX keeps its report to itself', async () => {
  await renderPage(telemetryRoutes, '/telemetry', { 'GET /telemetry/status': { enable: false } })
  await screen.findByText('This broker shows its report only while telemetry is on.')
})

test('who may only look sees everything and changes nothing', async () => {
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
  expect(screen.getByLabelText('Report to')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
