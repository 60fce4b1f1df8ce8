// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { chooseInRow, done, memberAnswers, recorder, refusedStatus, rowOf, statusWith } from '../chain/test-support.tsx'
import { authenticationRoutes } from './routes.ts'

const user = userEvent.setup()

// As a 5.8 node has answered: conformance/contract/recorded/seed.jsonl, 107 and 109.
const builtIn = {
  id: 'password_based:built_in_database',
  backend: 'built_in_database',
  bootstrap_file: '${EMQX_ETC_DIR}/auth-built-in-db-bootstrap.csv',
  bootstrap_type: 'plain',
  enable: true,
  mechanism: 'password_based',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  user_id_type: 'username',
}
const jwt = {
  id: 'jwt',
  acl_claim_name: 'acl',
  algorithm: 'hmac-based',
  disconnect_after_expire: true,
  enable: true,
  from: 'password',
  mechanism: 'jwt',
  secret: '******',
  secret_base64_encoded: false,
  use_jwks: false,
  verify_claims: {},
}
const newer = { id: 'gcp_device', mechanism: 'gcp_device', enable: true, project: 'p1' }
const figures = { failed: 2, nomatch: 3, rate: 0.5, rate_last5m: 0.1, rate_max: 4, success: 1234, total: 1239 }
const status = (more: object = {}) => statusWith(figures, more)

interface Listed {
  readonly id: string
  readonly enable?: boolean
}

const broker = (chain: readonly Listed[] = [builtIn, jwt], more: Answers = {}): Answers => ({
  'GET /authentication': chain,
  ...memberAnswers('/authentication', Object.fromEntries(chain.map((one) => [one.id, one])), status()),
  ...more,
})

const open = (address: string, answers = broker(), role = 'administrator') =>
  renderPage(authenticationRoutes, address, answers, { role })

describe('the list', () => {
  test('requests one status per row, and shows state, metrics and the error of a node', async () => {
    const down = status(refusedStatus)
    const { asked } = await open('/authentication', broker([builtIn, jwt], { 'GET /authentication/jwt/status': down }))
    const row = await rowOf('Password · Built-in database')
    expect(await within(row).findByText('Ready')).toBeTruthy()
    expect(within(row).getByText('1,234')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Reason JWT by node' }))
    expect(await screen.findByText('connection refused')).toBeTruthy()
    expect(asked.filter((one) => one.endsWith('/status'))).toHaveLength(2)
  })

  test('without authenticators it says that anyone can connect and offers to create one', async () => {
    const { address } = await open('/authentication', broker([]))
    expect(await screen.findByText('Anyone can connect')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New authenticator' }))
    expect(address()).toBe('/authentication/create')
  })

  test('warns if all authenticators are disabled, and does not request their status', async () => {
    const { asked } = await open('/authentication', broker([{ ...jwt, enable: false }]))
    expect(await screen.findByText(/^All authenticators are disabled/)).toBeTruthy()
    expect(asked.some((one) => one.endsWith('/status'))).toBe(false)
  })

  test('reordering by keyboard sends the whole order', async () => {
    const { sent, answer } = recorder()
    await open('/authentication', broker(undefined, { 'PUT /authentication/order': answer }))
    ;(await screen.findByRole('button', { name: /^Move Password · Built-in database/ })).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(sent).toEqual([[{ id: 'jwt' }, { id: 'password_based:built_in_database' }]]))
  })

  test('disabling asks first, names both risks and sends the current settings', async () => {
    let sent: unknown
    const put = (_: URL, body: unknown) => {
      sent = body
      return done()
    }
    await open('/authentication', broker(undefined, { 'PUT /authentication/jwt': put }))
    await user.click(await screen.findByRole('switch', { name: 'Enable JWT' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Unauthorized clients may be able to connect.')).toBeTruthy()
    expect(within(dialog).getByText(/^Publish and subscribe permissions may change/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }))
    const { id: _, ...settings } = jwt
    await waitFor(() => expect(sent).toEqual({ ...settings, enable: false }))
  })

  test('deleting the last one warns that anyone can connect and that its users are deleted', async () => {
    const answers = broker([builtIn, { ...jwt, enable: false }], {
      'DELETE /authentication/password_based:built_in_database': done,
    })
    const { asked } = await open('/authentication', answers)
    await chooseInRow(user, 'Password · Built-in database', 'Delete')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('No enabled authenticator is left. Anyone can connect.')).toBeTruthy()
    expect(within(dialog).getByText('Its users are deleted too.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(asked).toContain('DELETE /authentication/password_based:built_in_database'))
  })

  test('a viewer cannot change anything', async () => {
    await open('/authentication', broker(), 'viewer')
    expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'Enable JWT' })).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'New authenticator' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  })
})

describe('the create page', () => {
  test('has three steps and does not offer kinds that are already in the chain', async () => {
    const { address } = await open('/authentication/create', broker([jwt]))
    const taken = await screen.findByRole<HTMLButtonElement>('button', { name: /^JWT/ })
    expect(taken.disabled).toBe(true)
    expect(taken.textContent).toContain('Already in the chain')
    await user.click(screen.getByRole('button', { name: /^Password/ }))
    await user.click(await screen.findByRole('button', { name: /^Built-in database/ }))
    expect(address()).toBe('/authentication/create?mechanism=password_based&backend=built_in_database')
    await user.click(screen.getByRole('button', { name: /^Mechanism/ }))
    expect(await screen.findByRole('button', { name: /^SCRAM/ })).toBeTruthy()
  })

  test('the initial values of the form can be saved', async () => {
    const { asked } = await open(
      '/authentication/create?mechanism=scram&backend=built_in_database',
      broker([], { 'POST /authentication': jwt }),
    )
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    await waitFor(() => expect(asked).toContain('POST /authentication'))
  })

  test('sends the kind and the chosen values, then opens the users tab', async () => {
    let sent: unknown
    const create = (_: URL, body: unknown) => {
      sent = body
      return builtIn
    }
    const { address } = await open(
      '/authentication/create?mechanism=password_based&backend=built_in_database',
      broker([], {
        'POST /authentication': create,
        'GET /authentication/password_based:built_in_database': builtIn,
      }),
    )
    await user.click(await screen.findByLabelText('Client ID'))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(sent).toMatchObject({
        mechanism: 'password_based',
        backend: 'built_in_database',
        user_id_type: 'clientid',
        password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
      }),
    )
    await waitFor(() => expect(address()).toContain('tab=users'))
  })

  test('shows the fields of the chosen variant', async () => {
    let sent: unknown
    const create = (_: URL, body: unknown) => {
      sent = body
      return jwt
    }
    await open('/authentication/create?mechanism=jwt', broker([], { 'POST /authentication': create }))
    expect(await screen.findByLabelText(/^Secret \*/)).toBeTruthy()
    await user.click(screen.getByLabelText('JWKS server'))
    await user.type(await screen.findByLabelText(/^JWKS endpoint/), 'http://keys.example/jwks')
    expect(screen.queryByLabelText(/^Secret \*/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(sent).toMatchObject({ mechanism: 'jwt', use_jwks: true, endpoint: 'http://keys.example/jwks' }),
    )
    expect(sent).not.toHaveProperty('algorithm')
  })
})

describe('the settings', () => {
  test('are reviewed before saving, with a warning if stored passwords become unusable', async () => {
    let sent: unknown
    const put = (_: URL, body: unknown) => {
      sent = body
      return done()
    }
    const answers = broker(undefined, { 'PUT /authentication/password_based:built_in_database': put })
    await open('/authentication/detail/password_based:built_in_database?tab=settings', answers)
    await user.click(await screen.findByLabelText('Before the password'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/makes all stored passwords unusable/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: /save/i }))
    await waitFor(() =>
      expect(sent).toMatchObject({ password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' } }),
    )
    expect(sent).not.toHaveProperty('id')
  })

  test('of an unknown kind are edited as JSON', async () => {
    await open('/authentication/detail/gcp_device?tab=settings', broker([newer]))
    expect(await screen.findByText(/Edit the value as JSON/)).toBeTruthy()
  })
})

describe('the users', () => {
  const address = '/authentication/detail/password_based:built_in_database?tab=users'
  const users = '/authentication/password_based:built_in_database/users'
  const page = (ids: readonly string[]) => ({
    data: ids.map((id) => ({ user_id: id, is_superuser: id === 'root' })),
    meta: { count: ids.length, hasnext: false, limit: 20, page: 1 },
  })
  const withUsers = (more: Answers = {}) => broker([builtIn], { [`GET ${users}`]: page(['ann', 'root']), ...more })

  test('are filtered by part of the ID and by superuser', async () => {
    const { asked } = await open(address, withUsers())
    expect((await rowOf('root')).textContent).toContain('Yes')
    await user.type(screen.getByRole('textbox', { name: 'Username' }), 'an')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Superuser' }), 'No')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(asked.at(-1)).toBe(`GET ${users}?page=1&limit=20&like_user_id=an&is_superuser=false`))
  })

  test('need a valid password, and an existing ID is reported at its field', async () => {
    const refuse = () => Response.json({ code: 'ALREADY_EXISTS', message: 'User already exists' }, { status: 409 })
    await open(address, withUsers({ [`POST ${users}`]: refuse }))
    await user.click(await screen.findByRole('button', { name: 'New user' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    expect(within(dialog).getAllByText(/ is required$/)).toHaveLength(2)
    await user.type(within(dialog).getByLabelText(/^Username/), 'ann')
    await user.type(within(dialog).getByLabelText(/^Password/), 'onlyletters')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    within(dialog).getByText(/^Use 8 to 64 ASCII characters/)
    await user.type(within(dialog).getByLabelText(/^Password/), '7')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    expect(await within(dialog).findByText('A user with this ID already exists.')).toBeTruthy()
  })

  test('cannot be saved without a password', async () => {
    let sent: unknown
    const put = (_: URL, body: unknown) => {
      sent = body
      return { user_id: 'ann', is_superuser: true }
    }
    await open(address, withUsers({ [`PUT ${users}/ann`]: put }))
    await chooseInRow(user, 'ann', 'Edit')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('switch', { name: /^Superuser/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(sent).toBeUndefined()
    await user.type(within(dialog).getByLabelText(/^Password/), 'secret-1')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual({ password: 'secret-1', is_superuser: true }))
  })

  test('several selected users are deleted one by one', async () => {
    const { asked } = await open(address, withUsers({ [`DELETE ${users}/ann`]: done, [`DELETE ${users}/root`]: done }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select ann' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select root' }))
    await user.click(screen.getByRole('button', { name: 'Delete 2 users' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete 2 users' }))
    await waitFor(() => expect(asked).toContain(`DELETE ${users}/ann`))
    await waitFor(() => expect(asked).toContain(`DELETE ${users}/root`))
  })

  test('exist only for authenticators with the built-in database', async () => {
    await open('/authentication/detail/jwt')
    expect(await screen.findByRole('tab', { name: 'Settings' })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Users' })).toBeNull()
  })
})
