// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { bannedRoutes } from './routes.ts'

const user = userEvent.setup()

const ban = (as: string, who: string, more: object = {}) => ({
  as,
  who,
  by: 'ann',
  reason: 'noise',
  at: '2026-11-21T07:57:34+00:00',
  until: 'infinity',
  ...more,
})
const some = [ban('clientid', 'bad'), ban('peerhost_net', '10.0.0.0/8', { by: '', reason: '' })]

const refused = (code: string, message: string) => () => Response.json({ code, message }, { status: 400 })
const done = () => new Response(null, { status: 204 })

function createBroker(bans: readonly object[] = some, more: Answers = {}) {
  const sent: unknown[] = []
  const answers: Answers = {
    'GET /banned': { data: bans, meta: { page: 1, limit: 20, count: bans.length } },
    'GET /clients': ({ searchParams }: URL) => ({
      data: [],
      meta: { page: 1, limit: 1, hasnext: false, count: searchParams.get('clientid') === 'busy' ? 1 : 0 },
    }),
    'POST /banned': (_: URL, body: unknown) => {
      sent.push(body)
      return body
    },
    ...more,
  }
  return { sent, answers }
}

const open = async (search = '', broker = createBroker(), role?: string) => ({
  ...(await renderPage(bannedRoutes, `/banned-clients${search}`, broker.answers, { ...(role && { role }) })),
  sent: broker.sent,
})

const openForm = async () => {
  await user.click(await screen.findByRole('button', { name: 'Ban clients' }))
  return within(await screen.findByRole('dialog', { name: 'Ban clients' }))
}
const menuOf = async (who: string, item: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(who) })
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('the list shows type, reason, author and expiry of each ban', async () => {
  await open()
  const row = await screen.findByRole('row', { name: /bad/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(1, 5).map((cell) => cell.textContent)).toEqual(['bad', 'Client ID', 'noise', 'ann'])
  expect(cells[6]?.textContent).toBe('Never expires')
  expect(screen.getByText('2 bans')).toBeTruthy()
})

test('texts written by the broker are translated', async () => {
  await open('', createBroker([ban('clientid', 'meter', { by: 'flapping detector', reason: 'flapping is detected' })]))
  const row = await screen.findByRole('row', { name: /meter/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(3, 5).map((cell) => cell.textContent)).toEqual(['Too many disconnects', 'Flapping detection'])
})

test('the filter is in the URL with its name in the API', async () => {
  const { asked, address } = await open()
  await user.selectOptions(await screen.findByLabelText('Type'), 'peerhost_net')
  await user.type(screen.getByLabelText('Value'), '10.{Enter}')
  await waitFor(() => expect(asked.at(-1)).toContain('like_peerhost_net=10.'))
  expect(address()).toBe('/banned-clients?like_peerhost_net=10.')
})

describe('a new ban', () => {
  test('shows the number of matching connected clients and is created', async () => {
    const { sent } = await open()
    const form = await openForm()
    await user.type(form.getByLabelText(/^Client ID/), 'busy')
    await form.findByText('Matches 1 connected client.')
    await user.type(form.getByLabelText('Reason'), 'too loud')
    await user.click(form.getByRole('button', { name: 'Ban clients' }))
    await screen.findByText('busy banned')
    expect(sent).toEqual([{ as: 'clientid', who: 'busy', reason: 'too loud', until: 'infinity', by: 'admin' }])
  })

  test('is rejected at the field while it is invalid', async () => {
    const { sent } = await open()
    const form = await openForm()
    await user.click(form.getByRole('button', { name: 'Ban clients' }))
    expect(form.getByText('Enter a value to ban.')).toBeTruthy()
    await user.selectOptions(form.getByLabelText('Type'), 'peerhost_net')
    await user.type(form.getByLabelText(/^Network/), '10.0.0.0/40')
    await user.click(form.getByText('Until'))
    await user.click(form.getByRole('button', { name: 'Ban clients' }))
    expect(form.getByText(/^Enter a network as address/)).toBeTruthy()
    expect(form.getByText('Select an end date.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('with an invalid expression shows the error of the broker at the field', async () => {
    const message = 'bad regular expression: (: error parsing regexp: missing closing ): `(`'
    await open('', createBroker(some, { 'POST /banned': refused('BAD_REQUEST', message) }))
    const form = await openForm()
    await user.selectOptions(form.getByLabelText('Type'), 'clientid_re')
    await user.type(form.getByLabelText(/^Regular expression/), '(')
    expect(form.getByText(/^Every new connection is compared/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Ban clients' }))
    await form.findByText('The broker rejected the regular expression: missing closing ): `(`')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that already exists has a readable error', async () => {
    await open('', createBroker(some, { 'POST /banned': refused('ALREADY_EXISTS', '{"who":"bad"}') }))
    const form = await openForm()
    await user.type(form.getByLabelText(/^Client ID/), 'bad')
    await user.click(form.getByRole('button', { name: 'Ban clients' }))
    await form.findByText('A ban with this value already exists. Edit that ban instead.')
  })
})

describe('a ban', () => {
  test('is edited by deleting it and creating a new one', async () => {
    const { asked, sent } = await open('', createBroker(some, { 'DELETE /banned/clientid/bad': done }))
    await menuOf('bad', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit ban' }))
    await user.type(form.getByLabelText('Reason'), ' again')
    await user.click(form.getByText('7 days'))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('Ban of bad saved')
    expect(asked).toContain('DELETE /banned/clientid/bad')
    expect(sent).toMatchObject([{ as: 'clientid', who: 'bad', reason: 'noise again', by: 'admin' }])
  })

  test('is restored if its change is rejected', async () => {
    const bodies: unknown[] = []
    const post = (_: URL, body: unknown) => {
      bodies.push(body)
      return bodies.length === 1 ? refused('BAD_REQUEST', 'no')() : body
    }
    await open('', createBroker(some, { 'DELETE /banned/clientid/bad': done, 'POST /banned': post }))
    await menuOf('bad', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit ban' }))
    await user.click(form.getByText('1 hour'))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('no')
    expect(bodies[1]).toEqual(some[0])
  })

  test('is deleted after a confirmation, and so are several and all bans', async () => {
    const { asked } = await open(
      '',
      createBroker(some, {
        'DELETE /banned/clientid/bad': done,
        'DELETE /banned/peerhost_net/10.0.0.0/8': done,
        'DELETE /banned': done,
      }),
    )
    const agree = async (title: string, action: string) => {
      const dialog = await screen.findByRole('dialog', { name: title })
      await user.click(within(dialog).getByRole('button', { name: action }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await menuOf('bad', 'Delete ban')
    await agree('Delete the ban of bad?', 'Delete ban')
    await screen.findByText('Ban of bad deleted')

    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(screen.getByRole('button', { name: 'Delete bans' }))
    await agree('Delete 2 bans?', 'Delete 2 bans')
    await waitFor(() => expect(asked).toContain('DELETE /banned/peerhost_net/10.0.0.0/8'))

    await user.click(screen.getByRole('button', { name: 'Delete all bans' }))
    await agree('Delete all bans?', 'Delete all bans')
    await screen.findByText('All bans deleted')
    expect(asked).toContain('DELETE /banned')
  })
})

test('the list is read-only for a viewer', async () => {
  await open('', createBroker(), 'viewer')
  await screen.findByRole('row', { name: /bad/ })
  for (const name of ['Ban clients', 'Delete all bans', /^Actions for /]) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('an empty list has a hint', async () => {
  await open('', createBroker([]))
  await screen.findByText('No banned clients')
  expect(screen.queryByRole('button', { name: 'Delete all bans' })).toBeNull()
})
