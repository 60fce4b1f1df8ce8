import type { AuthenticateResult, ClientInfo } from '@mqdeck/broker'
import type { ResourceState } from '@mqdeck/kit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { eventually, withDeadline } from '../deadline.ts'
import { clientInfoWith } from './client-info.ts'

interface Credentials {
  readonly client: ClientInfo
  readonly password: Uint8Array | undefined
  readonly method: string | undefined
  readonly data: Uint8Array | undefined
  readonly exchange: object
}

/** An authenticator that checks passwords, as declared in access (`Authenticator`). */
export interface AuthenticatorUnderTest {
  authenticate(
    credentials: Credentials,
    note?: (what: string, detail?: string) => void,
  ): AuthenticateResult | Promise<AuthenticateResult>
  state(): ResourceState
  start(): Promise<void>
  stop(): Promise<void>
}

/** A user in the backend, with a plain password. */
export interface StoredLogin {
  readonly username: string
  readonly password: string
  readonly isSuperuser: boolean
}

export interface AuthnStage {
  /** A new authenticator, not started, whose backend has only these users. Called once per test. */
  authenticator(users: readonly StoredLogin[]): Promise<AuthenticatorUnderTest>
  /** Authenticators, not started, whose backend is not usable, by reason: down, a wrong CA, a wrong password. */
  readonly broken?: Readonly<Record<string, () => Promise<AuthenticatorUnderTest>>>
  /** An authenticator, not started, whose backend responds later than the settings allow. */
  readonly slow?: () => Promise<AuthenticatorUnderTest>
  /** Stops the backend of `authenticator`, and starts it again with its users. */
  readonly outage?: { begin(): Promise<void>; end(): Promise<void> }
  close(): Promise<void>
}

export interface AuthnSuiteOptions {
  readonly open: () => Promise<AuthnStage>
  /** Result for a user that the backend does not have. Default `ignore`. */
  readonly stranger?: 'ignore' | 'deny'
  /** False if users cannot be superusers. */
  readonly knowsSuperusers?: boolean
}

const ann: StoredLogin = { username: 'ann', password: 'pässword 1', isSuperuser: false }
const root: StoredLogin = { username: 'root', password: 'toor', isSuperuser: true }

const login = (username: string | undefined, password: string | undefined): Credentials => ({
  client: clientInfoWith({ username }),
  password: password === undefined ? undefined : new TextEncoder().encode(password),
  method: undefined,
  data: undefined,
  exchange: {},
})

/** Usernames and passwords with special meaning in query languages. */
const hostileTexts = [
  `' OR '1'='1`,
  `' OR 1=1 -- `,
  `ann' -- `,
  `ann'; DROP TABLE mqtt_user; -- `,
  `ann" OR ""="`,
  '\\',
  '%',
  '*',
  '*)(uid=*',
  'ann)(|(uid=*',
  'ann)(&)',
  '{"$ne":""}',
  'ann\r\nFLUSHALL\r\n',
  'x ann',
  'a:b/../ann?x=1&username=ann#',
  '${password}',
]

/** Requirements for every authenticator that checks passwords. Runs against the real backend. */
export function describeAuthn(
  name: string,
  { open, stranger = 'ignore', knowsSuperusers = true }: AuthnSuiteOptions,
): void {
  describe(`authentication by ${name}`, () => {
    let stage: AuthnStage
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage?.close())

    const started = async (...users: readonly StoredLogin[]) => {
      const authenticator = await stage.authenticator(users)
      onTestFinished(() => authenticator.stop())
      await authenticator.start()
      expect(authenticator.state()).toMatchObject({ status: 'connected' })
      return authenticator
    }

    test('a user with the right password is accepted, and with a wrong one or none rejected', async () => {
      const authenticator = await started(ann, root)
      expect(await authenticator.authenticate(login(ann.username, ann.password))).toMatchObject({ result: 'allow' })
      for (const password of ['PÄSSWORD 1', `${ann.password} `, root.password, '', undefined])
        expect([password, await resultOf(authenticator, login(ann.username, password))]).toEqual([password, 'deny'])
    })

    test('an unknown user is ignored', async () => {
      const authenticator = await started(ann)
      expect(await resultOf(authenticator, login('bob', ann.password))).toBe(stranger)
      expect(['ignore', 'deny']).toContain(await resultOf(authenticator, login(undefined, undefined)))
      expect(['ignore', 'deny']).toContain(await resultOf(authenticator, login('', '')))
    })

    if (knowsSuperusers)
      test('superusers and other users are reported', async () => {
        const authenticator = await started(ann, root)
        expect(await authenticator.authenticate(login('root', 'toor'))).toMatchObject({
          result: 'allow',
          isSuperuser: true,
        })
        const user = await authenticator.authenticate(login(ann.username, ann.password))
        expect(user.result === 'allow' && user.isSuperuser === true).toBe(false)
      })

    test('a username or password with query syntax is rejected and does no harm', async () => {
      const authenticator = await started(ann, root)
      for (const text of hostileTexts) {
        expect([text, await resultOf(authenticator, login(text, ann.password))]).not.toContain('allow')
        expect([text, await resultOf(authenticator, login(text, text))]).not.toContain('allow')
        expect([text, await resultOf(authenticator, login(ann.username, text))]).toEqual([text, 'deny'])
      }
      expect(await resultOf(authenticator, login(ann.username, ann.password))).toBe('allow')
    })

    test('usernames and passwords of maximum length get a result', async () => {
      const authenticator = await started(ann)
      const long = 'x'.repeat(65_535)
      expect(['ignore', 'deny']).toContain(await resultOf(authenticator, login(long, long)))
      expect(await resultOf(authenticator, login(ann.username, long))).toBe('deny')
      expect(await resultOf(authenticator, login(ann.username, ann.password))).toBe('allow')
    })

    test('parallel clients each get their own result', async () => {
      const authenticator = await started(ann, root)
      const everyone = Array.from({ length: 60 }, (_, index) => {
        const [user, other] = index % 2 === 0 ? [ann, root] : [root, ann]
        return index % 3 === 0
          ? ([login(user.username, other.password), 'deny'] as const)
          : ([login(user.username, user.password), 'allow'] as const)
      })
      const answers = await Promise.all(everyone.map(([credentials]) => resultOf(authenticator, credentials)))
      expect(answers).toEqual(everyone.map(([, expected]) => expected))
    })

    test('the explanation of a decision contains no password', async () => {
      const authenticator = await started(ann)
      const reported: string[] = []
      const note = (what: string, detail = '') => reported.push(what, detail)
      await authenticator.authenticate(login(ann.username, ann.password), note)
      await authenticator.authenticate(login(ann.username, 'a-wrong-one'), note)
      expect(reported.join('\n')).not.toMatch(/pässword 1|a-wrong-one/)
      expect(reported.length).toBeGreaterThan(0)
    })

    test('an unusable backend reports a reason, decides nothing and does not block', async () => {
      for (const [what, make] of Object.entries(stage.broken ?? {})) {
        const authenticator = await make()
        onTestFinished(() => authenticator.stop())
        await withDeadline(authenticator.start(), () => `no start: ${what}`)
        const answer = answerOf(authenticator, login(ann.username, ann.password))
        expect([what, await withDeadline(answer, () => `no answer: ${what}`)]).toEqual([what, 'ignore'])
        expect([what, authenticator.state()]).toEqual([
          what,
          expect.objectContaining({ status: 'disconnected', reason: expect.stringMatching(/./) }),
        ])
      }
    })

    test('a backend that responds too late decides nothing and does not block', async () => {
      if (!stage.slow) return
      const authenticator = await stage.slow()
      onTestFinished(() => authenticator.stop())
      await withDeadline(authenticator.start(), () => 'no start')
      const answer = answerOf(authenticator, login(ann.username, ann.password))
      expect(await withDeadline(answer, () => 'no response')).toBe('ignore')
    })

    test('a backend that stops is reported, and reconnects when it is back', async () => {
      const { outage } = stage
      if (!outage) return
      const authenticator = await started(ann)
      const ask = () => answerOf(authenticator, login(ann.username, ann.password))
      await outage.begin()
      try {
        await eventually(
          async () => (await ask()) === 'ignore' && authenticator.state().status === 'disconnected',
          () => `still ${authenticator.state().status}`,
        )
        expect(authenticator.state().reason).toMatch(/./)
      } finally {
        await outage.end()
      }
      await eventually(
        async () => (await ask()) === 'allow' && authenticator.state().status === 'connected',
        () => `still ${authenticator.state().status}: ${authenticator.state().reason}`,
        40_000,
      )
    })
  })
}

const resultOf = async (authenticator: AuthenticatorUnderTest, credentials: Credentials) =>
  (await authenticator.authenticate(credentials)).result

/** An authenticator may throw if its backend fails. The chain treats this as `ignore`. */
async function answerOf(authenticator: AuthenticatorUnderTest, credentials: Credentials) {
  try {
    return await resultOf(authenticator, credentials)
  } catch {
    return 'ignore'
  }
}
