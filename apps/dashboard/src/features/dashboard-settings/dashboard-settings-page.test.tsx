// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { dashboardSettingsRoutes } from './routes.ts'

const schemas = {
  dashboard: { type: 'object', properties: { listeners: { $ref: '#/components/schemas/listeners' } } },
  listeners: { type: 'object', properties: { http: { $ref: '#/components/schemas/http' } } },
  http: { type: 'object', properties: { bind: { type: 'ip_port', default: 0 } } },
}
const port = window.location.port === '' ? '80' : window.location.port
const answers = {
  'GET /schemas/hotconf': {
    paths: { '/configs/dashboard': { get: { $ref: '#/components/schemas/dashboard' } } },
    components: { schemas },
  },
  'GET /configs/dashboard': { default_password: '******', listeners: { http: { bind: `0.0.0.0:${port}` } } },
  'PUT /configs/dashboard': { listeners: { http: { bind: '0.0.0.0:8099' } } },
}

test('shows the new address before saving and links to it afterwards', async () => {
  const user = userEvent.setup()
  await renderPage(dashboardSettingsRoutes, '/dashboard-settings', answers)
  const bind = await screen.findByDisplayValue(`0.0.0.0:${port}`)
  await user.clear(bind)
  await user.type(bind, '0.0.0.0:8099')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/This page moves to http:\/\/localhost:8099/)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  const link = await screen.findByRole('link', { name: 'Open http://localhost:8099' })
  expect(link.getAttribute('href')).toBe('http://localhost:8099')
})
