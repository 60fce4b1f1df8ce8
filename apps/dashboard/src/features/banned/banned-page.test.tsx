// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../data/render-page.tsx'
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
  await user.click(await screen.findByRole('button', { name: 'Ban…' }))
  return within(await screen.findByRole('dialog', { name: 'Ban clients' }))
}
const menuOf = async (who: string, item: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(who) })
  await user.click(within(row).getByRole('button', { name: 'Row actions' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('bans stand in the list with kind, reason, author and end', async () => {
  await open()
  const row = await screen.findByRole('row', { name: /bad/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(1, 5).map((cell) => cell.textContent)).toEqual(['bad', 'Client ID', 'noise', 'ann'])
  expect(cells[6]?.textContent).toBe('For ever')
  expect(screen.getByText('2 bans')).toBeTruthy()
})

test('what the broker itself has written is told in the language of the page', async () => {
  await open('', createBroker([ban('clientid', 'meter', { by: 'flapping detector', reason: 'flapping is detected' })]))
  const row = await screen.findByRole('row', { name: /meter/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(3, 5).map((cell) => cell.textContent)).toEqual([
    'Connected and left too often',
    'Flapping detection',
  ])
})

test('the filter is in the URL under the name the API has for it', async () => {
  const { asked, address } = await open()
  await user.selectOptions(await screen.findByLabelText('Kind'), 'peerhost_net')
  await user.type(screen.getByLabelText('Look for'), '10.{Enter}')
  await waitFor(() => expect(asked.at(-1)).toContain('like_peerhost_net=10.'))
  expect(address()).toBe('/banned-clients?like_peerhost_net=10.')
})

describe('a new ban', () => {
  test('tells how many connected clients it fits, and is made', async () => {
    const { sent } = await open()
    const form = await openForm()
    await user.type(form.getByLabelText(/^Client ID/), 'busy')
    await form.findByText('Fits 1 client that is connected now.')
    await user.type(form.getByLabelText('Reason'), 'too loud')
    await user.click(form.getByRole('button', { name: 'Ban' }))
    await screen.findByText('busy is banned.')
    expect(sent).toEqual([{ as: 'clientid', who: 'busy', reason: 'too loud', until: 'infinity', by: 'admin' }])
  })

  test('is refused beside the field while it cannot be one', async () => {
    const { sent } = await open()
    const form = await openForm()
    await user.click(form.getByRole('button', { name: 'Ban' }))
    expect(form.getByText('Say who is banned.')).toBeTruthy()
    await user.selectOptions(form.getByLabelText('What is banned'), 'peerhost_net')
    await user.type(form.getByLabelText(/^Network/), '10.0.0.0/40')
    await user.click(form.getByText('Until'))
    await user.click(form.getByRole('button', { name: 'Ban' }))
    expect(form.getByText(/^Not a network/)).toBeTruthy()
    expect(form.getByText('Say until when.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('that the broker cannot read is told beside the expression', async () => {
    const message = 'bad regular expression: (: error parsing regexp: missing closing ): `(`'
    await open('', createBroker(some, { 'POST /banned': refused('BAD_REQUEST', message) }))
    const form = await openForm()
    await user.selectOptions(form.getByLabelText('What is banned'), 'clientid_re')
    await user.type(form.getByLabelText(/^Regular expression/), '(')
    expect(form.getByText(/^Every new connection is compared/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Ban' }))
    await form.findByText('The broker cannot read this expression: missing closing ): `(`')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that there is already is told in words, not as the broker writes it', async () => {
    await open('', createBroker(some, { 'POST /banned': refused('ALREADY_EXISTS', '{"who":"bad"}') }))
    const form = await openForm()
    await user.type(form.getByLabelText(/^Client ID/), 'bad')
    await user.click(form.getByRole('button', { name: 'Ban' }))
    await form.findByText('There is a ban like this already. Change that one instead.')
  })
})

describe('a ban', () => {
  test('is changed by lifting it and making the new one', async () => {
    const { asked, sent } = await open('', createBroker(some, { 'DELETE /banned/clientid/bad': done }))
    await menuOf('bad', 'Change')
    const form = within(await screen.findByRole('dialog', { name: 'Change the ban' }))
    await user.type(form.getByLabelText('Reason'), ' again')
    await user.click(form.getByText('7 days'))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('The ban of bad has been changed.')
    expect(asked).toContain('DELETE /banned/clientid/bad')
    expect(sent).toMatchObject([{ as: 'clientid', who: 'bad', reason: 'noise again', by: 'admin' }])
  })

  test('stays when its change is refused', async () => {
    const bodies: unknown[] = []
    const post = (_: URL, body: unknown) => {
      bodies.push(body)
      return bodies.length === 1 ? refused('BAD_REQUEST', 'no')() : body
    }
    await open('', createBroker(some, { 'DELETE /banned/clientid/bad': done, 'POST /banned': post }))
    await menuOf('bad', 'Change')
    const form = within(await screen.findByRole('dialog', { name: 'Change the ban' }))
    await user.click(form.getByText('1 hour'))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('no')
    expect(bodies[1]).toEqual(some[0])
  })

  test('is lifted after a question, and so are several, and all', async () => {
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
    await menuOf('bad', 'Lift the ban')
    await agree('Lift this ban?', 'Lift the ban')
    await screen.findByText('The ban of bad has been lifted.')

    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(screen.getByRole('button', { name: 'Lift the bans' }))
    await agree('Lift 2 bans?', 'Lift the bans')
    await waitFor(() => expect(asked).toContain('DELETE /banned/peerhost_net/10.0.0.0/8'))

    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await agree('Lift all bans?', 'Clear all')
    await screen.findByText('All bans have been lifted.')
    expect(asked).toContain('DELETE /banned')
  })
})

test('a viewer sees the list and nothing that changes it', async () => {
  await open('', createBroker(), 'viewer')
  await screen.findByRole('row', { name: /bad/ })
  for (const name of ['Ban…', 'Clear all', 'Row actions']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('without bans the page says what one does', async () => {
  await open('', createBroker([]))
  await screen.findByText('Nobody is banned')
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
})
