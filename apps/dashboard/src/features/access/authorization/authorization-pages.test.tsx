// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { chooseInRow, done, memberAnswers, recorder, refusedStatus, rowOf, statusWith } from '../chain/test-support.tsx'
import { authorizationRoutes } from './routes.ts'

const user = userEvent.setup()

// As a 5.8 node has answered: conformance/contract/recorded/seed.jsonl, 118 to 126.
const file = { type: 'file', enable: true, rules: '{allow, all}.\n' }
const builtIn = { type: 'built_in_database', enable: true, max_rules: 2 }
const newer = { type: 'opa', enable: true, policy: 'p1' }
const figures = { allow: 1234, deny: 2, nomatch: 3, ignore: 0, rate: 0.5, rate_last5m: 0.1, rate_max: 4, total: 1239 }
const status = (more: object = {}) => statusWith(figures, more)
const settings = (noMatch = 'allow') => ({
  cache: { enable: true, excludes: [], max_size: 32, ttl: '1m' },
  deny_action: 'ignore',
  no_match: noMatch,
})

interface Listed {
  readonly type: string
  readonly enable?: boolean
}

const root = '/authorization/sources'
const broker = (sources: readonly Listed[] = [builtIn, file], more: Answers = {}): Answers => ({
  [`GET ${root}`]: { sources },
  'GET /authorization/settings': settings(),
  ...memberAnswers(root, Object.fromEntries(sources.map((one) => [one.type, one])), status()),
  ...more,
})

const open = (address: string, answers = broker(), role = 'administrator') =>
  renderPage(authorizationRoutes, address, answers, { role })

describe('the list', () => {
  test('shows state and metrics of each source, the error of a node, and the decision if no source matches', async () => {
    const down = status(refusedStatus)
    await open('/authorization', broker([file, newer], { [`GET ${root}/opa/status`]: down }))
    const row = await rowOf('ACL file')
    expect(await within(row).findByText('Ready')).toBeTruthy()
    expect(within(row).getByText('1,234')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Reason opa by node' }))
    expect(await screen.findByText('connection refused')).toBeTruthy()
    expect(screen.getByText('If no source matches: allow')).toBeTruthy()
  })

  test.each([
    ['allow', 'Clients can publish and subscribe to all topics'],
    ['deny', 'Clients cannot publish or subscribe'],
  ])('explains the effect of no sources while no_match is %s', async (noMatch, title) => {
    const { address } = await open('/authorization', broker([], { 'GET /authorization/settings': settings(noMatch) }))
    expect(await screen.findByText(title)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New ACL source' }))
    expect(address()).toBe('/authorization/create')
  })

  test('reordering by keyboard sends the whole order', async () => {
    const { sent, answer } = recorder()
    await open('/authorization', broker(undefined, { [`PUT ${root}/order`]: answer }))
    ;(await screen.findByRole('button', { name: /^Move Built-in database/ })).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(sent).toEqual([[{ type: 'file' }, { type: 'built_in_database' }]]))
  })

  test('disabling asks first, names both risks and sends the current settings', async () => {
    const { sent, answer } = recorder()
    await open('/authorization', broker(undefined, { [`PUT ${root}/file`]: answer }))
    await user.click(await screen.findByRole('switch', { name: 'Enable ACL file' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Unauthorized clients may be able to publish and subscribe.')).toBeTruthy()
    expect(within(dialog).getByText('Clients may lose permissions that this source grants.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(sent).toEqual([{ ...file, enable: false }]))
  })

  test('deleting the last one warns about the effect and that its rules are deleted', async () => {
    const { asked } = await open(
      '/authorization',
      broker([builtIn, { ...file, enable: false }], { [`DELETE ${root}/built_in_database`]: done }),
    )
    await screen.findByText('If no source matches: allow')
    await chooseInRow(user, 'Built-in database', 'Delete')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^No enabled source is left\. Clients can publish/)).toBeTruthy()
    expect(within(dialog).getByText('Its rules are deleted too.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(asked).toContain(`DELETE ${root}/built_in_database`))
    await waitFor(() => expect(asked).toContain('DELETE /authorization/cache'))
    await screen.findByText(/^Could not clear the authorization cache/)
  })

  test('a viewer cannot change anything', async () => {
    await open('/authorization', broker(), 'viewer')
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Enable ACL file' })
    expect(toggle.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'New ACL source' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  })
})

test('a type that EMQX rejects as unknown is shown as not found', async () => {
  const message = JSON.stringify({ value: 'nope', reason: 'not_a_enum_symbol', path: 'type', kind: 'validation_error' })
  const refused = () => Response.json({ code: 'BAD_REQUEST', message }, { status: 400 })
  await open('/authorization/detail/nope', broker([builtIn], { [`GET ${root}/nope`]: refused }))
  expect(await screen.findByRole('link', { name: 'All sources' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('not_a_enum_symbol')
})

describe('the create page', () => {
  test('does not offer types in the chain, and shows a syntax error at the rules', async () => {
    const { sent, answer } = recorder()
    const refuse = () =>
      Response.json(
        {
          code: 'BAD_REQUEST',
          message: JSON.stringify({
            kind: 'validation_error',
            path: 'root.rules',
            reason: 'line 2, column 3: the list of topics is missing',
          }),
        },
        { status: 400 },
      )
    const answers = broker([builtIn], { [`POST ${root}`]: refuse })
    await open('/authorization/create', answers)
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Built-in database/ })).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: /^ACL file/ }))
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Rules/ })
    expect(text.value).toContain('{allow, all}.')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Line 2, column 3: the list of topics is missing')).toBeTruthy()
    answers[`POST ${root}`] = answer
    await user.clear(text)
    await user.type(text, '{{deny, all}.')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toMatchObject([{ type: 'file', rules: '{deny, all}.' }]))
  })
})

describe('the settings', () => {
  test('of a source are sent completely', async () => {
    const { sent, answer } = recorder()
    await open(
      '/authorization/detail/built_in_database?tab=settings',
      broker(undefined, { [`PUT ${root}/built_in_database`]: answer }),
    )
    const field = await screen.findByLabelText(/^Max rules per client or user/)
    await user.clear(field)
    await user.type(field, '7')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ ...builtIn, max_rules: 7 }]))
  })

  test('of an unknown type are edited as JSON', async () => {
    await open('/authorization/detail/opa?tab=settings', broker([newer]))
    expect(await screen.findByText(/Edit the value as JSON/)).toBeTruthy()
  })

  test('for all sources are saved with a warning if unmatched actions are allowed', async () => {
    let sent: unknown
    const put = (_: URL, body: unknown) => {
      sent = body
      return body
    }
    const answers = { 'GET /authorization/settings': settings('deny'), 'PUT /authorization/settings': put }
    await open('/authorization/settings', broker([], answers))
    await user.click(await screen.findByLabelText('Allow'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^Actions that no source matches will be allowed/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual(settings('allow')))
  })

  test('that only MQDeck has are shown if the broker returns them', async () => {
    await open('/authorization/settings')
    await screen.findByText('If no source matches')
    expect([screen.queryByText('If a source fails'), screen.queryByText('Recheck sessions')]).toEqual([null, null])
    const own = { ...settings(), source_failure: 'deny', recheck_sessions: false }
    await open('/authorization/settings', broker([], { 'GET /authorization/settings': own }))
    await screen.findByText('If a source fails')
    screen.getByText('Recheck sessions')
  })

  test('the cache of all clients is cleared after a confirmation', async () => {
    const { asked } = await open('/authorization/settings', broker([], { 'DELETE /authorization/cache': done }))
    await user.click(await screen.findByRole('button', { name: 'Clear cache' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear cache' }))
    await waitFor(() => expect(asked).toContain('DELETE /authorization/cache'))
  })
})

describe('the rules', () => {
  const address = '/authorization/detail/built_in_database?tab=rules'
  const rules = `${root}/built_in_database/rules`
  const rule = (topic: string) => ({ topic, permission: 'allow', action: 'all', qos: [0, 1, 2], retain: 'all' })
  const clients = {
    data: [{ clientid: 'dev-a', rules: [rule('dev/${clientid}/#'), { ...rule('b'), permission: 'deny' }] }],
    meta: { count: 1, hasnext: false, limit: 20, page: 1 },
  }
  const withRules = (more: Answers = {}) =>
    broker([builtIn], {
      [`GET ${rules}/clients`]: clients,
      [`GET ${rules}/users`]: { data: [], meta: { count: 0, hasnext: false, limit: 20, page: 1 } },
      [`GET ${rules}/all`]: { rules: [rule('a'), rule('b')] },
      ...more,
    })

  test('of clients are filtered by part of the ID; rules of users have their own list', async () => {
    const { asked } = await open(address, withRules())
    expect((await rowOf('dev-a')).textContent).toContain(
      'allow publish and subscribe dev/${clientid}/# · deny publish and subscribe b',
    )
    await user.type(screen.getByRole('textbox', { name: 'Client ID' }), 'dev')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(asked.at(-1)).toBe(`GET ${rules}/clients?page=1&limit=20&like_clientid=dev`))
    await user.click(screen.getByRole('radio', { name: 'Users' }))
    expect(await screen.findByText('No user rules yet')).toBeTruthy()
    expect(asked.at(-1)).toBe(`GET ${rules}/users?page=1&limit=20`)
  })

  test('of a client are reordered by keyboard, edited in the table and sent completely', async () => {
    const { sent, answer } = recorder()
    await open(address, withRules({ [`PUT ${rules}/clients/dev-a`]: answer }))
    await chooseInRow(user, 'dev-a', 'Edit')
    const dialog = await screen.findByRole('dialog')
    within(dialog)
      .getByRole('button', { name: /^Move rule 2:/ })
      .focus()
    await user.keyboard('{ArrowUp}')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'QoS of rule 1' }), '1, 2')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Retain of rule 1' }), 'Retained')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toEqual([
        {
          clientid: 'dev-a',
          rules: [{ ...rule('b'), permission: 'deny', qos: [1, 2], retain: true }, rule('dev/${clientid}/#')],
        },
      ]),
    )
  })

  test('of a new client need an ID, valid topics and at most max_rules rules', async () => {
    const { sent, answer } = recorder()
    await open(address, withRules({ [`POST ${rules}/clients`]: answer }))
    await user.click(await screen.findByRole('button', { name: 'Add client rules' }))
    const dialog = await screen.findByRole('dialog')
    const save = () => user.click(within(dialog).getByRole('button', { name: 'Save' }))
    const topic = within(dialog).getByRole('textbox', { name: 'Topic filter of rule 1' })
    await user.type(topic, 'a#')
    await save()
    expect(within(dialog).getByText(/ is required$/)).toBeTruthy()
    expect(within(dialog).getByText('# must be a separate level and the last one.')).toBeTruthy()
    await user.type(within(dialog).getByLabelText(/^Client ID/), 'dev-b')
    await user.clear(topic)
    await user.type(topic, 'a/#')
    await user.click(within(dialog).getByRole('button', { name: 'Add rule' }))
    await user.click(within(dialog).getByRole('button', { name: 'Add rule' }))
    expect(within(dialog).getByText(/^At most 2 rules are allowed/)).toBeTruthy()
    for (const _ of [1, 2]) {
      const [, row] = within(dialog).getAllByRole('button', { name: /^Actions for / })
      if (!row) throw new Error('no second rule')
      await user.click(row)
      await user.click(await screen.findByRole('menuitem', { name: 'Delete rule' }))
    }
    await save()
    await waitFor(() => expect(sent).toEqual([[{ clientid: 'dev-b', rules: [rule('a/#')] }]]))
  })

  test('of a client are deleted after a confirmation', async () => {
    const { asked } = await open(
      address,
      withRules({ [`DELETE ${rules}/clients/dev-a`]: done, 'DELETE /authorization/cache': done }),
    )
    await chooseInRow(user, 'dev-a', 'Delete')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete rules' }))
    await waitFor(() => expect(asked).toContain(`DELETE ${rules}/clients/dev-a`))
    await screen.findByText(/The change applies to connected clients immediately/)
  })

  test('for everyone are edited in the page and sent completely', async () => {
    const { sent, answer } = recorder()
    await open(`${address}&of=all`, withRules({ [`POST ${rules}/all`]: answer }))
    ;(await screen.findByRole('button', { name: /^Move rule 1:/ })).focus()
    await user.keyboard('{ArrowDown}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ rules: [rule('b'), rule('a')] }]))
  })

  test('can all be deleted only while the source is disabled', async () => {
    const off = { ...builtIn, enable: false }
    const { asked } = await open(
      address,
      withRules({ [`GET ${root}/built_in_database`]: off, [`DELETE ${rules}`]: done }),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete all rules' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete all rules' }))
    await waitFor(() => expect(asked).toContain(`DELETE ${rules}`))
  })

  test('are read-only for a viewer', async () => {
    await open(`${address}&of=all`, withRules(), 'viewer')
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'QoS of rule 1' })).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull()
  })
})
