// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { explainRoutes } from './routes.ts'

const user = userEvent.setup()

const explanation = {
  result: 'deny',
  client: {
    clientid: 'c1',
    username: 'ann',
    peerhost: '10.0.0.1',
    listener: 'tcp:default',
    zone: 'default',
    mountpoint: null,
  },
  connect: { result: 'allow', reason_code: null, ban: null },
  authentication: {
    result: 'allow',
    by: 'password_based:built_in_database',
    reason_code: null,
    is_superuser: false,
    client_attrs: {},
    steps: [
      {
        id: 'password_based:mysql',
        result: 'failed',
        took: 12,
        notes: [{ what: 'the backend query failed', detail: 'ECONNREFUSED' }],
      },
      {
        id: 'password_based:built_in_database',
        result: 'allow',
        took: 0.2,
        notes: [{ what: 'the password is correct', detail: null }],
      },
    ],
  },
  authorization: {
    result: 'deny',
    by: 'file',
    topic: 'a/b',
    disconnects: true,
    cached: 'allow',
    steps: [
      { id: 'file', result: 'deny', took: 0.1, notes: [{ what: 'matching rule', detail: 'line 2: {deny, all}' }] },
    ],
  },
}

const broker = (more: Answers = {}): Answers => ({ 'GET /listeners': [], ...more })
const open = (address: string, answers: Answers, role = 'administrator') =>
  renderPage(explainRoutes, address, answers, { role })
const ask = () => user.click(screen.getByRole('button', { name: 'Explain' }))

test('the result is one sentence, and each step has its notes', async () => {
  const sent: unknown[] = []
  const explain = (_: URL, body: unknown) => {
    sent.push(body)
    return explanation
  }
  const page = await open(
    '/explain?clientid=c1&username=ann&action=publish&topic=a%2Fb',
    broker({ 'POST /mqdeck/explain': explain }),
  )
  await user.type(await screen.findByLabelText('Password'), 'secret')
  await ask()
  const verdict = await screen.findByRole('region', { name: 'Result' })
  expect(verdict.textContent).toBe(
    'Publish to a/b denied by ACL file. The client is disconnected if it attempts the action.',
  )
  expect(sent).toEqual([
    {
      clientid: 'c1',
      username: 'ann',
      password: 'secret',
      peerhost: '127.0.0.1',
      action: { type: 'publish', topic: 'a/b', qos: 0, retain: false },
    },
  ])
  const failed = screen.getByRole('button', { name: /^Failed, ignored\s*Password · MySQL/ })
  expect(failed.getAttribute('aria-expanded')).toBe('true')
  screen.getByText('ECONNREFUSED')
  screen.getByText('line 2: {deny, all}')
  screen.getByText(/was allowed this action before/)
  expect(page.address()).toContain('topic=a%2Fb')
  expect(page.address()).not.toContain('secret')
})

test('invalid fields are reported before the request', async () => {
  const { asked } = await open('/explain?action=publish&topic=a%2F%23', broker())
  await screen.findByLabelText('Password')
  await ask()
  await screen.findByText('Client ID is required')
  screen.getByText('A topic to publish to cannot contain wildcards.')
  expect(asked).not.toContain('POST /mqdeck/explain')
})

test('if the broker does not explain decisions, the browser checks what it can and names the rest', async () => {
  await open(
    '/explain?clientid=c1&username=ann&action=publish&topic=b',
    broker({
      'GET /banned': { data: [], meta: { count: 0, page: 1, limit: 10 } },
      'GET /authentication': [{ id: 'jwt', mechanism: 'jwt', enable: true }],
      'GET /authorization/settings': { no_match: 'allow', deny_action: 'ignore', cache: { enable: true } },
      'GET /authorization/sources': {
        sources: [{ type: 'file', enable: true, rules: '{deny, all, publish, ["b"]}.' }],
      },
    }),
  )
  await screen.findByLabelText('Password')
  await ask()
  await screen.findByText(/This broker does not explain decisions/)
  screen.getByText(/Not checked: JWT/)
  const steps = screen.getByRole('region', { name: 'Result' })
  expect(steps.textContent).toContain('Publish to b denied by ACL file.')
  screen.getByText('{deny, all, publish, ["b"]}')
})

test('an error of the broker is shown instead of the result', async () => {
  const refused = () => Response.json({ code: 'EXCEED_LIMIT', message: 'Too many wrong passwords' }, { status: 429 })
  await open('/explain?clientid=c1', broker({ 'POST /mqdeck/explain': refused }))
  await screen.findByLabelText('Password')
  await ask()
  const alert = await screen.findByRole('alert')
  within(alert).getByText('Could not explain the decision')
})

test('a draft is sent with the request, and an invalid draft prevents it', async () => {
  const sent: { draft?: unknown }[] = []
  const explain = (_: URL, body: unknown) => {
    sent.push(body as { draft?: unknown })
    return { ...explanation, authorization: null, result: 'allow' }
  }
  await open(
    '/explain?clientid=c1',
    broker({
      'POST /mqdeck/explain': explain,
      'GET /authentication': [{ id: 'jwt', mechanism: 'jwt', enable: true }],
      'GET /authorization/settings': { no_match: 'allow', deny_action: 'ignore', cache: { enable: true } },
      'GET /authorization/sources': { sources: [] },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Unsaved settings' }))
  await user.click(screen.getByRole('button', { name: 'Load current settings' }))
  const editor = await screen.findByRole('textbox', { name: /^Authentication/ })
  await expect.poll(() => editor).toHaveProperty('value', expect.stringContaining('jwt'))
  await ask()
  await screen.findByText('This result is based on unsaved settings.')
  expect(sent[0]?.draft).toEqual({
    authentication: [{ mechanism: 'jwt', enable: true }],
    authorization: { no_match: 'allow', deny_action: 'ignore', sources: [] },
  })
  await user.clear(editor)
  await user.type(editor, '{{}')
  await screen.findByText('Enter an array of authenticators: [ … ]')
  await ask()
  expect(sent).toHaveLength(1)
})

test('a viewer cannot use the page', async () => {
  await open('/explain', broker(), 'viewer')
  await screen.findByText('Only administrators can use this page')
  expect(screen.queryByLabelText('Password')).toBeNull()
})
