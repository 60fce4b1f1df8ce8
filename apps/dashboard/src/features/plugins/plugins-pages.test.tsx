// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { pluginRoutes } from './routes.ts'

const user = userEvent.setup()

/** As recorded from EMQX. */
const plugin = (name: string, status: string, more: object = {}) => ({
  name,
  rel_vsn: '1.0.0',
  rel_apps: [`${name}-1.0.0`],
  description: `about ${name}`,
  running_status: [{ node: 'n1', status }],
  authors: ['A'],
  builder: { contact: 'b@c.d', name: 'B', website: 'www.e.f' },
  compatibility: { emqx: '~> 5.0' },
  repo: 'https://example.com/x',
  with_config_schema: true,
  ...more,
})
const avsc = {
  type: 'record',
  name: 'cfg',
  fields: [
    { name: 'hostname', type: 'string', $ui: { component: 'input', flex: 12, label: '$host', required: true } },
    { name: 'port', type: ['null', 'int'], $ui: { component: 'input-number', flex: 12, label: 'Port' } },
    { name: 'enable', type: 'boolean' },
  ],
}
const done = () => new Response(null, { status: 204 })

const open = (address: string, more: Answers = {}, role = 'administrator') =>
  renderPage(
    pluginRoutes,
    address,
    {
      'GET /plugins': [plugin('alpha', 'running'), plugin('beta', 'stopped'), plugin('gamma', 'stopped')],
      'GET /plugins/alpha-1.0.0': plugin('alpha', 'running', {
        readme: '# Alpha\n\n<script>alert(1)</script> see [docs](https://example.com) and [bad](javascript:alert(1))',
      }),
      'GET /plugins/alpha-1.0.0/schema': { avsc, i18n: { $host: { en: 'Host name', zh: '主机' } } },
      'GET /plugins/alpha-1.0.0/config': { hostname: 'localhost', port: { int: 3306 }, enable: false },
      'GET /nodes': [],
      ...more,
    },
    { role },
  )

async function rowMenu(name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}-1.0.0` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('the list of plugins', () => {
  test('is searched and filtered, and then cannot be ordered', async () => {
    await open('/plugins')
    await screen.findByRole('link', { name: 'beta' })
    await user.click(screen.getByRole('radio', { name: 'Not running' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'alpha' })).toBeNull())
    screen.getByText('Clear the search to change the order.')
    await user.type(screen.getByLabelText('Search plugins'), 'gamma')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'beta' })).toBeNull())
  })

  test('starts, stops after a confirmation, and moves to the top', async () => {
    const [start, stop, move] = [vi.fn(done), vi.fn(done), vi.fn(done)]
    await open('/plugins', {
      'PUT /plugins/beta-1.0.0/start': start,
      'PUT /plugins/alpha-1.0.0/stop': stop,
      'POST /plugins/gamma-1.0.0/move': move,
    })
    await screen.findByRole('link', { name: 'alpha' })
    await rowMenu('beta', 'Start')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(start).toHaveBeenCalled())
    await rowMenu('alpha', 'Stop')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(stop).toHaveBeenCalled())
    await rowMenu('gamma', 'Move to top')
    await waitFor(() => expect(move.mock.calls.at(0)?.at(1)).toEqual({ position: 'front' }))
  })
})

describe('the installation', () => {
  test('needs a file with the right name', async () => {
    await open('/plugins/install')
    await user.click(await screen.findByRole('button', { name: 'Install' }))
    await screen.findByText('Please upload the file first')
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('no input')
    fireEvent.change(input, { target: { files: [new File(['x'], 'alpha.zip')] } })
    await screen.findByText('Please upload a file with extension tar.gz')
    fireEvent.change(input, { target: { files: [new File(['x'], 'alpha.tar.gz')] } })
    await screen.findByText('The name of the file must be name-version.tar.gz')
  })
})

describe('a plugin', () => {
  test('shows its README without HTML and without scripts in links', async () => {
    await open('/plugins/detail/alpha-1.0.0?tab=readme')
    await screen.findByRole('heading', { name: 'Alpha', level: 2 })
    screen.getByText(/alert\(1\)/)
    expect(document.querySelector('main script, #root script')).toBeNull()
    expect(screen.getByRole('link', { name: 'docs' }).getAttribute('rel')).toContain('noopener')
    expect(screen.queryByRole('link', { name: 'bad' })).toBeNull()
  })

  test('is configured in the form of its schema, in Avro encoding', async () => {
    const save = vi.fn(done)
    await open('/plugins/detail/alpha-1.0.0?tab=config', { 'PUT /plugins/alpha-1.0.0/config': save })
    const host = await screen.findByLabelText(/^Host name/)
    await user.clear(host)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Host name is required')
    await user.type(host, 'db')
    await user.clear(screen.getByLabelText('Port'))
    await user.click(screen.getByRole('switch', { name: 'Enable' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(save.mock.calls.at(0)?.at(1)).toEqual({ hostname: 'db', port: null, enable: true }))
  })

  test('keeps what was typed when the plugin rejects it', async () => {
    await open('/plugins/detail/alpha-1.0.0?tab=config', {
      'PUT /plugins/alpha-1.0.0/config': () =>
        Response.json({ code: 'BAD_CONFIG', message: 'port 1 is not free' }, { status: 400 }),
    })
    const host = await screen.findByLabelText(/^Host name/)
    await user.type(host, '.local')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/port 1 is not free/)
    expect(host).toHaveProperty('value', 'localhost.local')
  })

  test('without a schema is configured as JSON, also before its first configuration', async () => {
    await open('/plugins/detail/alpha-1.0.0?tab=config', {
      'GET /plugins/alpha-1.0.0/schema': { avsc: null, i18n: null },
      'GET /plugins/alpha-1.0.0/config': () =>
        Response.json({ code: 'BAD_CONFIG', message: 'Plugin Config Not Found' }, { status: 400 }),
    })
    await screen.findByText(/has no schema/)
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveProperty('value', '{}'))
  })

  test('shows its configuration to a viewer, who cannot change it', async () => {
    await open('/plugins/detail/alpha-1.0.0?tab=config', {}, 'viewer')
    expect(await screen.findByLabelText(/^Host name/)).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: /^(Save|Stop|Uninstall)$/ })).toBeNull()
  })

  test('that stopped after an error says why', async () => {
    await open('/plugins/detail/alpha-1.0.0', {
      'GET /plugins/alpha-1.0.0': plugin('alpha', 'stopped', {
        running_status: [{ node: 'n1', status: 'stopped', status_reason: 'out of memory' }],
      }),
    })
    await screen.findByText(/out of memory/)
  })
})
