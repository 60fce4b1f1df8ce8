// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { logRoutes } from './routes.ts'

const handler = {
  type: 'object',
  properties: { enable: { type: 'boolean', default: true }, level: { type: 'string' } },
}
const hotconf = {
  paths: { '/configs/log': { get: { $ref: '#/components/schemas/emqx.log' } } },
  components: {
    schemas: {
      'emqx.log': {
        type: 'object',
        properties: {
          console: { $ref: '#/components/schemas/handler' },
          file: {
            oneOf: [
              { type: 'object', properties: { $handler_name: { $ref: '#/components/schemas/handler' } } },
              { $ref: '#/components/schemas/handler' },
            ],
          },
          audit: { $ref: '#/components/schemas/handler' },
        },
      },
      handler,
    },
  },
}
const settings = {
  console: { enable: false, level: 'warning' },
  file: { default: { enable: true, level: 'warning' } },
  audit: { enable: false, level: 'info' },
}
const file = { name: 'default', path: 'log/emqx.log', level: 'warning', formatter: 'text', size: 0, parts: [] }
const onThisServer: Answers = {
  'GET /schemas/hotconf': hotconf,
  'GET /configs/log': settings,
  'GET /mqdeck/log_files': [file],
}

describe('the settings of the log', () => {
  test('log files are listed by name and can be added and removed', async () => {
    let saved: unknown
    const user = userEvent.setup()
    await renderPage(logRoutes, '/log', {
      ...onThisServer,
      'PUT /configs/log': () => {
        saved = true
        return settings
      },
    })
    await screen.findByRole('button', { name: 'Remove default' })
    expect(screen.queryByLabelText('Name of entry 1')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add entry' }))
    await user.type(await screen.findByLabelText('Name of entry 2'), 'extra')
    await user.click(screen.getByRole('button', { name: 'Remove default' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('extra')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved).toBe(true))
  })

  test('include the audit log', async () => {
    await renderPage(logRoutes, '/log', onThisServer)
    await screen.findByText('Audit log')
  })
})

describe('the live view', () => {
  test('is unavailable for other brokers', async () => {
    await renderPage(logRoutes, '/log/follow', {})
    await screen.findByText('Log files are not available here')
  })

  test('links to the settings if there is no log file', async () => {
    await renderPage(logRoutes, '/log/follow', { 'GET /mqdeck/log_files': [] })
    await screen.findByText('No log files')
    screen.getByRole('link', { name: 'Log settings' })
  })

  test('starts at the end of the file and names the level of an empty file', async () => {
    const meta = { path: 'x', start: 0, position: 0, first: 0, end: 0, skipped: 0, end_of_file: true }
    const { asked } = await renderPage(logRoutes, '/log/follow', {
      ...onThisServer,
      'GET /mqdeck/log_files/default': { items: '', meta },
    })
    await screen.findByText('No log lines yet')
    screen.getByText(/level “Warning” and above/)
    expect(asked).toContain('GET /mqdeck/log_files/default?bytes=262144&direction=backward')
  })
})
