import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { ResourceState } from '@mqdeck/kit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { withDeadline } from '../deadline.ts'
import { clientInfoWith } from './client-info.ts'

type Decision = 'allow' | 'deny' | 'nomatch' | 'ignore'

/** An authorization source, as declared in access (`AuthzSource`). */
export interface AuthzSourceUnderTest {
  authorize(client: ClientInfo, action: AuthorizeAction): Decision | Promise<Decision>
  state(): ResourceState
  start(): Promise<void>
  stop(): Promise<void>
}

/** A rule in the backend for one user. */
export interface StoredRule {
  readonly username: string
  readonly permission: 'allow' | 'deny'
  readonly action: 'publish' | 'subscribe' | 'all'
  /** May contain wildcards and `${clientid}`, and start with `eq `. */
  readonly topic: string
  readonly qos?: 0 | 1 | 2
}

export interface AuthzStage {
  /** A new source, not started, whose backend has only these rules. Called once per test. */
  source(rules: readonly StoredRule[]): Promise<AuthzSourceUnderTest>
  /** Sources, not started, whose backend is not usable, by reason: down, a wrong CA, a wrong password. */
  readonly broken?: Readonly<Record<string, () => Promise<AuthzSourceUnderTest>>>
  /** A source, not started, whose backend responds later than the settings allow. */
  readonly slow?: () => Promise<AuthzSourceUnderTest>
  close(): Promise<void>
}

export interface AuthzSuiteOptions {
  readonly open: () => Promise<AuthzStage>
  /** False for backends whose rules can only allow. */
  readonly denies?: boolean
  /** False for backends whose rules cannot contain a QoS. */
  readonly knowsQos?: boolean
}

const publish = (topic: string, qos: 0 | 1 | 2 = 0): AuthorizeAction => ({ type: 'publish', topic, qos, retain: false })
const subscribe = (topic: string): AuthorizeAction => ({ type: 'subscribe', topic, qos: 0, retain: false })
const allow = (topic: string, action: StoredRule['action'] = 'publish', username = 'ann'): StoredRule => ({
  username,
  permission: 'allow',
  action,
  topic,
})

/** Usernames with special meaning in query languages. */
const hostileNames = [
  `' OR '1'='1`,
  `ann' -- `,
  `ann'; DROP TABLE mqtt_acl; -- `,
  `ann"; --`,
  '\\',
  '%',
  '*',
  '*)(uid=*',
  'ann)(|(uid=*',
  '{"$ne":""}',
  'ann\r\nFLUSHALL\r\n',
  'x ann',
  'a:b/../ann?x=1&username=ann#',
]

/** Requirements for every authorization source. Runs against the real backend. */
export function describeAuthz(name: string, { open, denies = true, knowsQos = true }: AuthzSuiteOptions): void {
  describe(`authorization by ${name}`, () => {
    let stage: AuthzStage
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage?.close())

    const started = async (...rules: readonly StoredRule[]) => {
      const source = await stage.source(rules)
      onTestFinished(() => source.stop())
      await source.start()
      expect(source.state()).toMatchObject({ status: 'connected' })
      return source
    }

    test('actions that a rule of the user allows are allowed, and there is no decision on others', async () => {
      const source = await started(allow('a/+'), allow('s/#', 'subscribe'), allow('both', 'all'))
      for (const [action, expected] of [
        [publish('a/b'), 'allow'],
        [publish('a/b/c'), 'nomatch'],
        [subscribe('a/b'), 'nomatch'],
        [subscribe('s/#'), 'allow'],
        [subscribe('s/x'), 'allow'],
        [publish('both'), 'allow'],
        [subscribe('both'), 'allow'],
      ] as const)
        expect([action, await source.authorize(clientInfoWith(), action)]).toEqual([action, expected])
    })

    test('rules of one user do not apply to others', async () => {
      const source = await started(allow('a'))
      expect(await source.authorize(clientInfoWith({ username: 'bob' }), publish('a'))).toBe('nomatch')
      expect(['nomatch', 'ignore']).toContain(
        await source.authorize(clientInfoWith({ username: undefined }), publish('a')),
      )
    })

    test('placeholders in topics are replaced for the client, and eq matches the topic literally', async () => {
      const source = await started(allow('d/${clientid}/#', 'all'), allow('eq w/#', 'subscribe'))
      expect(await source.authorize(clientInfoWith(), publish('d/c1/x'))).toBe('allow')
      expect(await source.authorize(clientInfoWith({ clientId: 'c2' }), publish('d/c1/x'))).toBe('nomatch')
      expect(await source.authorize(clientInfoWith(), subscribe('w/#'))).toBe('allow')
      expect(await source.authorize(clientInfoWith(), subscribe('w/x'))).toBe('nomatch')
    })

    if (denies)
      test('actions that a rule denies are denied, and the first matching rule decides', async () => {
        const source = await started({ ...allow('a/secret'), permission: 'deny' }, allow('a/#'))
        expect(await source.authorize(clientInfoWith(), publish('a/secret'))).toBe('deny')
        expect(await source.authorize(clientInfoWith(), publish('a/b'))).toBe('allow')
      })

    if (knowsQos)
      test('a rule can apply to one QoS', async () => {
        const source = await started({ ...allow('a'), qos: 1 })
        expect(await source.authorize(clientInfoWith(), publish('a', 1))).toBe('allow')
        expect(await source.authorize(clientInfoWith(), publish('a', 0))).toBe('nomatch')
      })

    test('a username with query syntax finds nothing and does no harm', async () => {
      const source = await started(allow('a'))
      for (const username of hostileNames)
        expect([username, await answerOf(source, clientInfoWith({ username }), publish('a'))]).not.toContain('allow')
      expect(await source.authorize(clientInfoWith(), publish('a'))).toBe('allow')
    })

    test('a username of maximum length gets a result', async () => {
      const source = await started(allow('a'))
      const long = clientInfoWith({ username: 'u'.repeat(65_535), clientId: 'c'.repeat(65_535) })
      expect(['nomatch', 'ignore']).toContain(await answerOf(source, long, publish('a')))
      expect(await source.authorize(clientInfoWith(), publish('a'))).toBe('allow')
    })

    test('an unusable backend reports a reason, decides nothing and does not block', async () => {
      for (const [what, make] of Object.entries(stage.broken ?? {})) {
        const source = await make()
        onTestFinished(() => source.stop())
        await withDeadline(source.start(), () => `no start: ${what}`)
        expect([what, await timely(answerOf(source, clientInfoWith(), publish('a')), what)]).toEqual([what, 'ignore'])
        expect([what, source.state()]).toEqual([
          what,
          expect.objectContaining({ status: 'disconnected', reason: expect.stringMatching(/./) }),
        ])
      }
    })

    test('a backend that responds too late decides nothing and does not block', async () => {
      if (!stage.slow) return
      const source = await stage.slow()
      onTestFinished(() => source.stop())
      await withDeadline(source.start(), () => 'no start')
      expect(await timely(answerOf(source, clientInfoWith(), publish('a')), 'slow')).toBe('ignore')
    })
  })
}

const timely = <T>(answer: Promise<T>, what: string): Promise<T> => withDeadline(answer, () => `no answer: ${what}`)

/** A source may throw if its backend fails. The chain treats this as `ignore`. */
async function answerOf(source: AuthzSourceUnderTest, client: ClientInfo, action: AuthorizeAction): Promise<Decision> {
  try {
    return await source.authorize(client, action)
  } catch {
    return 'ignore'
  }
}
