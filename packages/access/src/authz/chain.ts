import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import { type Clock, createRateMeter, type Log, type RateMeter, type Rates, type ResourceState } from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { createMemberStates, type MemberStates } from '../member-states.ts'
import { logIdentity, noteInto, tracingFor } from '../trace-steps.ts'
import type { AuthzAnswer, AuthzSource } from './port.ts'

/** Number of decisions of a source by result. */
export interface AuthzMetrics extends Rates {
  readonly total: number
  readonly allow: number
  readonly deny: number
  readonly nomatch: number
  readonly ignore: number
}

/** State and metrics of one source for the API. */
export interface AuthzMember {
  readonly type: string
  readonly state: ResourceState
  readonly metrics: AuthzMetrics
  /** As `RateMeter.lastMinute`. */
  readonly lastMinute: readonly number[]
  /** Number of rules, for sources that store them in the broker. */
  readonly rules?: number
  /** Number of backend queries by result; undefined without a backend. */
  readonly backendMetrics?: Rates & { readonly matched: number; readonly success: number; readonly failed: number }
}

/** One step of an explained decision. */
export interface AuthzStep {
  /** `client_info` for rules from authentication, `file`, `mysql` ... */
  readonly type: string
  readonly result: AuthzAnswer | 'failed'
  readonly notes: readonly { readonly what: string; readonly detail: string | undefined }[]
  /** Milliseconds. */
  readonly took: number
}

export interface Decided {
  readonly result: 'allow' | 'deny'
  /** The type of the source. */
  readonly by: string
}

/** Name of a denial because a source could not be queried. It is not cached. */
export const failedSource = 'source_failed'

type SourceFailure = 'deny' | 'ignore'
type MemberAnswer = AuthzAnswer | typeof failedSource

/** Sources in their order. The first source that allows or denies decides. */
export interface AuthzChain {
  /** Undefined if no source matches. Returns a promise only if a source does. */
  decide(client: ClientInfo, action: AuthorizeAction): Decided | undefined | Promise<Decided | undefined>
  members(): readonly AuthzMember[]
  readonly onMemberChange: MemberStates['onChange']
  /**
   * Replaces the sources. Sources that stay the same object are not restarted.
   * @param failure result if a source cannot be queried
   */
  replace(next: readonly NamedSource[], failure: SourceFailure): Promise<void>
}

interface NamedSource {
  readonly type: string
  readonly source: AuthzSource
}

interface Member extends NamedSource {
  readonly counts: Record<AuthzAnswer | 'total', number>
  /** Number of failed backend queries. */
  failures: number
  /** Error of the last query; logged only when it changes. */
  failure: string | undefined
  readonly meter: RateMeter
}

export function createAuthzChain({ clock, log }: { readonly clock: Clock; readonly log: Log }): AuthzChain {
  let chain: readonly Member[] = []
  let ofFailure: SourceFailure = 'deny'
  const states = createMemberStates()

  return {
    decide: (client, action) => decideFrom(chain, 0, client, action),
    members: () =>
      chain.map(({ type, source, counts, meter, failures }) => {
        const { total: matched } = counts
        const rates = meter.read()
        return {
          type,
          state: source.state(),
          metrics: { ...counts, ...rates },
          lastMinute: meter.lastMinute(),
          ...(source.ruleCount && { rules: source.ruleCount() }),
          // Sources without a backend have no state changes.
          ...(source.onStateChange && {
            backendMetrics: { matched, success: matched - failures, failed: failures, ...rates },
          }),
        }
      }),
    onMemberChange: states.onChange,
    async replace(next, failure) {
      const before = chain
      ofFailure = failure
      chain = next.map((one) => toMember(one, before))
      const isIn = (list: readonly Member[], { source }: Member) => list.some((one) => one.source === source)
      const now = chain
      states.update(now.map(({ type, source }) => ({ id: type, member: source })))
      await Promise.all([
        ...before.filter((one) => !isIn(now, one)).map(({ source }) => source.stop()),
        ...now.filter((one) => !isIn(before, one)).map(({ source }) => source.start()),
      ])
    },
  }

  /** Metrics are kept when the settings of a source change, as in EMQX. */
  function toMember({ type, source }: NamedSource, before: readonly Member[]): Member {
    const known = before.find((one) => one.type === type)
    if (known) return known.source === source ? known : { ...known, source }
    const counts = { total: 0, allow: 0, deny: 0, nomatch: 0, ignore: 0 }
    return { type, source, counts, failures: 0, failure: undefined, meter: createRateMeter(clock) }
  }

  /** Stays synchronous as long as the sources are, because it is in the message path. */
  function decideFrom(
    members: readonly Member[],
    first: number,
    client: ClientInfo,
    action: AuthorizeAction,
  ): Decided | undefined | Promise<Decided | undefined> {
    for (let index = first; index < members.length; index += 1) {
      const member = members[index]
      if (!member) continue
      const answer = ask(member, client, action)
      if (answer instanceof Promise) {
        return answer.then((later) => note(member, later) ?? decideFrom(members, index + 1, client, action))
      }
      const decided = note(member, answer)
      if (decided) return decided
    }
    return undefined
  }

  function ask(member: Member, client: ClientInfo, action: AuthorizeAction): MemberAnswer | Promise<MemberAnswer> {
    member.counts.total += 1
    member.meter.count()
    const step = log.tracing && traceStep(log, member.type, client, action)
    try {
      const answer = member.source.authorize(client, action, step?.note)
      if (!(answer instanceof Promise)) return succeed(member, answer, step)
      return answer.then(
        (later) => succeed(member, later, step),
        (error: unknown) => fail(member, client, error, step),
      )
    } catch (error) {
      return fail(member, client, error, step)
    }
  }

  function fail(
    member: Member,
    { clientId, username }: ClientInfo,
    error: unknown,
    step: TracedStep | undefined,
  ): AuthzAnswer | typeof failedSource {
    const reason = messageOf(error)
    step?.onFailure(reason)
    member.failures += 1
    if (reason !== member.failure)
      log.warn({ source: member.type, clientid: clientId, username, reason }, 'authz_source_error')
    member.failure = reason
    return ofFailure === 'deny' ? failedSource : 'ignore'
  }
}

function succeed(member: Member, answer: AuthzAnswer, step: TracedStep | undefined): AuthzAnswer {
  step?.onAnswer(answer)
  member.failure = undefined
  return answer
}

function note({ type, counts }: Member, answer: MemberAnswer): Decided | undefined {
  if (answer === failedSource) {
    counts.deny += 1
    return { result: 'deny', by: failedSource }
  }
  counts[answer] += 1
  return answer === 'allow' || answer === 'deny' ? { result: answer, by: type } : undefined
}

/** Explains the decision of one source. Changes no metrics. */
export async function explainSource(
  { type, source }: { readonly type: string; readonly source: Pick<AuthzSource, 'authorize'> },
  client: ClientInfo,
  action: AuthorizeAction,
): Promise<AuthzStep> {
  const notes: { what: string; detail: string | undefined }[] = []
  const take: Note = (what, detail) => void notes.push({ what, detail })
  const began = performance.now()
  const concluded = (result: AuthzStep['result']) => ({ type, result, notes, took: performance.now() - began })
  try {
    return concluded(await source.authorize(client, action, take))
  } catch (error) {
    take('the backend query failed', messageOf(error))
    return concluded('failed')
  }
}

/** One query of a source, for log traces. */
interface TracedStep {
  readonly note: Note
  onAnswer(answer: AuthzAnswer): void
  onFailure(reason: string): void
}

/** The first two messages are those of EMQX, which reports only the decision. */
const names: Readonly<Record<AuthzAnswer, string>> = {
  nomatch: 'authorization_module_nomatch',
  ignore: 'authorization_module_match_ignore',
  allow: 'authorization_module_match',
  deny: 'authorization_module_match',
}

/** Undefined if no trace covers the client or the topic. */
function traceStep(
  log: Log,
  module: string,
  client: ClientInfo,
  { topic, type: pub_sub, qos, retain }: AuthorizeAction,
): TracedStep | undefined {
  const tracing = tracingFor(log, client, topic)
  if (!tracing) return undefined
  const notes: string[] = []
  const tell = (msg: string, more: object) => {
    const meta = { ...logIdentity(client), topic, pub_sub, qos, retain, module, ...more, notes }
    tracing.write({ tag: 'AUTHZ', msg, meta })
  }
  return {
    note: noteInto(notes),
    onAnswer: (answer) => tell(names[answer], answer === 'allow' || answer === 'deny' ? { result: answer } : {}),
    onFailure: (reason) => tell('authorization_module_failed', { reason }),
  }
}
