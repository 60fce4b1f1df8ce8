import type { AuthenticateResult } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import { type Clock, createRateMeter, type Log, type Rates, type ResourceState } from '@mqdeck/kit'
import { createMemberStates, type MemberStates } from '../member-states.ts'
import { logIdentity, noteInto, tracingFor } from '../trace-steps.ts'
import type { Authenticator, AuthnAnswer, Credentials, Note } from './port.ts'

/** Number of decisions of an authenticator by result. */
export interface AuthnMetrics extends Rates {
  readonly total: number
  readonly success: number
  readonly failed: number
  readonly nomatch: number
}

/** State and metrics of one authenticator for the API. */
export interface AuthnMember {
  /** `password_based:mysql`, `jwt` */
  readonly id: string
  readonly state: ResourceState
  readonly metrics: AuthnMetrics
  /** As `RateMeter.lastMinute`. */
  readonly lastMinute: readonly number[]
  /** Number of backend queries by result; undefined without a backend. */
  readonly backendMetrics?: Rates & { readonly matched: number; readonly success: number; readonly failed: number }
}

/** One step of an explained decision. */
export interface AuthnStep {
  readonly id: string
  readonly result: 'allow' | 'deny' | 'ignore' | 'continue' | 'failed'
  readonly notes: readonly { readonly what: string; readonly detail: string | undefined }[]
  /** Milliseconds. */
  readonly took: number
}

/** A chain of authenticators. */
export interface AuthnChain {
  /** Passes the client along the chain until a member accepts or rejects it. `deny` if all ignore it; an empty chain ignores. */
  authenticate(credentials: Credentials): Promise<AuthenticateResult>
  /** Returns the decision with its steps. Changes no metrics. */
  explain(credentials: Credentials): ReturnType<typeof explainMembers>
  /** In the order of the chain, without disabled members. */
  members(): readonly AuthnMember[]
  readonly onMemberChange: MemberStates['onChange']
  /** Replaces the members. Members with the same ID and object are not restarted. */
  replace(next: readonly { readonly id: string; readonly authenticator: Authenticator }[]): Promise<void>
}

interface Member {
  readonly id: string
  readonly authenticator: Authenticator
  readonly counts: { total: number; success: number; failed: number; nomatch: number }
  /** Of the backend. */
  failures: number
  readonly meter: ReturnType<typeof createRateMeter>
  /** Error of the last query; undefined if it succeeded. */
  failure: string | undefined
}

/** MQTT 5, 3.2.2.2. */
const notAuthorized = 0x87
/** [MQTT-4.12.0-1] */
const badAuthenticationMethod = 0x8c

export interface AuthnChainOptions {
  readonly clock: Clock
  readonly log: Log
  /** Result of a member whose backend fails. `ignore`, as in EMQX: the next one decides. */
  readonly failure?: 'ignore' | 'deny' | undefined
}

export function createAuthnChain({ clock, log, failure = 'ignore' }: AuthnChainOptions): AuthnChain {
  let chain: readonly Member[] = []
  const states = createMemberStates()
  /** The member that continues an exchange; no other member can process its next step. */
  const begun = new WeakMap<object, Member>()

  return {
    async authenticate(credentials) {
      if (chain.length === 0) return { result: 'ignore' }
      const { exchange } = credentials
      const asked = begun.get(exchange)
      begun.delete(exchange)
      let pretence: { readonly member: Member; readonly answer: AuthnAnswer } | undefined
      for (const member of asked && chain.includes(asked) ? [asked] : chain) {
        const answer = await ask(member, credentials)
        if (isPretence(answer)) pretence ??= { member, answer }
        else if (answer.result !== 'ignore') {
          if (answer.result === 'continue') begun.set(exchange, member)
          return answer
        }
      }
      if (!pretence) return { ...nobodyKnows(credentials), isUndecided: true }
      begun.set(exchange, pretence.member)
      return pretence.answer
    },
    explain: (credentials) => explainMembers(chain, credentials, failure),
    members: () =>
      chain.map(({ id, authenticator, counts, failures, meter }) => {
        const rates = meter.read()
        const { total: matched } = counts
        return {
          id,
          state: authenticator.state(),
          metrics: { ...counts, ...rates },
          lastMinute: meter.lastMinute(),
          ...(authenticator.onStateChange && {
            backendMetrics: { matched, success: matched - failures, failed: failures, ...rates },
          }),
        }
      }),
    onMemberChange: states.onChange,
    async replace(next) {
      const before = chain
      const stays = ({ authenticator }: { readonly authenticator: Authenticator }) =>
        before.find((one) => one.authenticator === authenticator)
      chain = next.map((one) => stays(one) ?? toMember(one))
      states.update(chain.map(({ id, authenticator }) => ({ id, member: authenticator })))
      const kept = new Set(chain)
      await Promise.all([
        ...before.filter((one) => !kept.has(one)).map(({ authenticator }) => authenticator.stop()),
        ...chain.filter((one) => !before.includes(one)).map(({ authenticator }) => authenticator.start()),
      ])
    },
  }

  function toMember({ id, authenticator }: { readonly id: string; readonly authenticator: Authenticator }): Member {
    return {
      id,
      authenticator,
      counts: { total: 0, success: 0, failed: 0, nomatch: 0 },
      failures: 0,
      meter: createRateMeter(clock),
      failure: undefined,
    }
  }

  async function ask(member: Member, credentials: Credentials): Promise<AuthnAnswer> {
    const { id, authenticator, counts, meter } = member
    counts.total += 1
    meter.count()
    const before = member.failure
    member.failure = undefined
    const tracing = tracingFor(log, credentials.client)
    const notes: string[] = []
    const answer = await settled(id, authenticator, credentials, tracing && noteInto(notes), (error) => {
      member.failures += 1
      member.failure = messageOf(error)
      // Logged once, not for each client that retries.
      if (member.failure !== before) log.warn({ authenticator: id, reason: member.failure }, 'authenticator_error')
      return answerOfFailure[failure]
    })
    if (tracing) {
      const { failure: reason } = member
      const result = reason === undefined ? answer.result : 'failed'
      const meta = { ...logIdentity(credentials.client), authenticator: id, result, reason, notes }
      tracing.write({ tag: 'AUTHN', msg: 'authenticator_result', meta })
    }
    if (answer.result === 'allow') counts.success += 1
    if (answer.result === 'deny') counts.failed += 1
    if (answer.result === 'ignore') counts.nomatch += 1
    return answer
  }
}

/** Explains the decision of a chain with these members. */
export async function explainMembers(
  members: readonly Pick<Member, 'id' | 'authenticator'>[],
  credentials: Credentials,
  failure: 'ignore' | 'deny' = 'ignore',
): Promise<{ readonly result: AuthenticateResult; readonly steps: readonly AuthnStep[] }> {
  const steps: AuthnStep[] = []
  for (const { id, authenticator } of members) {
    const { result, step } = await explainStep(id, authenticator, credentials, failure)
    steps.push(step)
    if (result.result !== 'ignore' && !isPretence(result)) return { result, steps }
  }
  return { result: members.length === 0 ? { result: 'ignore' } : nobodyKnows(credentials), steps }
}

const isPretence = (answer: AuthnAnswer): boolean => 'isPretence' in answer

const nobodyKnows = ({ method }: Credentials) => ({
  result: 'deny' as const,
  reasonCode: method === undefined ? notAuthorized : badAuthenticationMethod,
})

/** Only SCRAM uses exchanges (MQTT 5, 4.12), as in EMQX. Clients in an exchange send no password. */
const isAddressed = (id: string, { method }: Credentials) => id.startsWith('scram') === (method !== undefined)

const answerOfFailure: Readonly<Record<'ignore' | 'deny', AuthenticateResult>> = {
  ignore: { result: 'ignore' },
  deny: { result: 'deny', reasonCode: notAuthorized },
}

/** @param failed returns the answer if the backend fails */
async function settled(
  id: string,
  authenticator: Authenticator,
  credentials: Credentials,
  note: Note | undefined,
  failed: (error: unknown) => AuthnAnswer,
): Promise<AuthnAnswer> {
  if (!isAddressed(id, credentials)) {
    note?.(
      credentials.method === undefined
        ? 'the client sent no authentication method'
        : 'the client sent an authentication method',
    )
    return { result: 'ignore' }
  }
  try {
    return await authenticator.authenticate(credentials, note)
  } catch (error) {
    return failed(error)
  }
}

async function explainStep(
  id: string,
  authenticator: Authenticator,
  credentials: Credentials,
  failure: 'ignore' | 'deny',
) {
  const notes: { what: string; detail: string | undefined }[] = []
  const note: Note = (what, detail) => notes.push({ what, detail })
  let hasFailed = false
  const began = performance.now()
  const result = await settled(id, authenticator, credentials, note, (error) => {
    hasFailed = true
    note('the backend query failed', messageOf(error))
    return answerOfFailure[failure]
  })
  const step: AuthnStep = {
    id,
    result: hasFailed ? 'failed' : result.result,
    notes,
    took: performance.now() - began,
  }
  return { result, step }
}
