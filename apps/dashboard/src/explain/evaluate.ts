import {
  anyQos,
  compileRule,
  everyone,
  matchRules,
  parseAcl,
  printRule,
  type Rule,
  type Subject,
} from '@mqdeck/access/acl'
import {
  type AuthorizationRule,
  type AuthorizationSource,
  type Ban,
  type Call,
  type ExplainRequest,
  getAuthorizationSettings,
  getClientRules,
  getRulesForAll,
  getUserRules,
  listAuthenticators,
  listAuthzSources,
  listBanned,
} from '@mqdeck/contract'
import { orIfMissing } from '../data/index.ts'
import type { Outcome, Step } from './outcome.ts'

/**
 * What can be told of a decision from outside: bans, the ACL text, the rules of the built-in database. Whoever has passwords,
 * and every system outside, cannot be asked and is `unknown`.
 */
export async function evaluate(call: Call, asked: ExplainRequest): Promise<Outcome> {
  const ban = await findBan(call, asked)
  const connect = { result: ban ? 'deny' : 'allow', reason_code: ban ? banned : null, ban: ban ?? null } as const
  const base = { client: undefined, connect, isGuess: true } as const
  if (ban) return { ...base, result: 'deny', authentication: undefined, authorization: undefined }
  const authentication = await authenticate(call, asked)
  if (!asked.action) return { ...base, result: 'allow', authentication, authorization: undefined }
  const authorization = await authorize(call, asked, asked.action)
  return { ...base, result: authorization.part.result, authentication, authorization }
}

/** "Banned" (MQTT 5, 3.2.2.2). */
const banned = 0x8a

/** Exact bans; patterns and networks are left to the broker. */
async function findBan(call: Call, { clientid, username, peerhost }: ExplainRequest): Promise<Ban | undefined> {
  const limit = 10
  const asked = await Promise.all([
    call(listBanned, { query: { page: 1, limit, clientid } }),
    username === undefined ? undefined : call(listBanned, { query: { page: 1, limit, username } }),
    peerhost === undefined ? undefined : call(listBanned, { query: { page: 1, limit, peerhost } }),
  ])
  // An older broker does not know the filters, and answers with whatever there is.
  const isMeant = ({ as, who }: Ban) =>
    (as === 'clientid' && who === clientid) ||
    (as === 'username' && who === username) ||
    (as === 'peerhost' && who === peerhost)
  return asked.flatMap((answer) => answer?.data ?? []).find(isMeant)
}

async function authenticate(call: Call, { draft }: ExplainRequest): Promise<NonNullable<Outcome['authentication']>> {
  const chain = draft?.authentication ?? (await call(listAuthenticators, {}))
  const steps = chain
    .filter(({ enable }) => enable !== false)
    .map(({ mechanism, backend }) => unknown(backend === undefined ? mechanism : `${mechanism}:${backend}`))
  const by = steps.length === 0 ? 'anonymous' : 'unknown'
  return { part: { result: 'allow', by, reason_code: null, is_superuser: false, client_attrs: {} }, steps }
}

const unknown = (id: string): Step => ({ id, result: 'unknown', took: undefined, notes: [] })

type Action = NonNullable<ExplainRequest['action']>

async function authorize(
  call: Call,
  asked: ExplainRequest,
  { type, topic, qos = 0, retain = false }: Action,
): Promise<NonNullable<Outcome['authorization']>> {
  const { no_match, deny_action } = await call(getAuthorizationSettings, {})
  const draft: { readonly sources?: unknown; readonly no_match?: unknown; readonly deny_action?: unknown } =
    asked.draft?.authorization ?? {}
  const sources = Array.isArray(draft.sources)
    ? (draft.sources as readonly AuthorizationSource[]) // as the form or the editor has them
    : (await call(listAuthzSources, {})).sources
  const action = { type, topic: ownTopic(type, topic), qos: Number(qos) as 0 | 1 | 2, retain: retain === true }
  const subject = toSubject(asked)
  const steps: Step[] = []
  const conclude = (result: 'allow' | 'deny', by: string) => ({
    part: {
      result,
      by,
      topic: action.topic,
      disconnects: result === 'deny' && (draft.deny_action ?? deny_action) === 'disconnect',
      cached: null,
    },
    steps,
  })
  for (const source of sources.filter(({ enable }) => enable !== false)) {
    const rules = await rulesOf(call, source, asked)
    const step = rules ? judge(source.type, rules, subject, action) : unknown(source.type)
    steps.push(step)
    if (step.result === 'allow' || step.result === 'deny') return conclude(step.result, source.type)
  }
  return conclude((draft.no_match ?? no_match) === 'deny' ? 'deny' : 'allow', 'default')
}

/** Undefined where they are kept elsewhere, or cannot be read. */
async function rulesOf(
  call: Call,
  source: AuthorizationSource,
  { clientid, username }: ExplainRequest,
): Promise<readonly Rule[] | undefined> {
  if (source.type === 'file') {
    if (typeof source.rules !== 'string') return undefined
    const { rules, problems } = parseAcl(source.rules)
    return problems.length > 0 ? undefined : rules.map(({ rule }) => rule)
  }
  if (source.type !== 'built_in_database') return undefined
  const [ofClient, ofUser, ofAll] = await Promise.all([
    orIfMissing(call(getClientRules, { params: { clientid } }), undefined),
    username === undefined ? undefined : orIfMissing(call(getUserRules, { params: { username } }), undefined),
    orIfMissing(call(getRulesForAll, {}), undefined),
  ])
  return [ofClient, ofUser, ofAll].flatMap((found) => found?.rules ?? []).map(toRule)
}

function judge(id: string, rules: readonly Rule[], subject: Subject, action: Parameters<typeof matchRules>[2]): Step {
  const found = matchRules(rules.map(compileRule), subject, action)?.rule
  const note = found
    ? { what: 'this rule decides', detail: printRule(found) }
    : { what: 'none of the rules speaks of this', detail: null }
  return { id, result: found?.permission ?? 'nomatch', took: undefined, notes: [note] }
}

function toRule({ permission, action, topic, qos, retain }: AuthorizationRule): Rule {
  const exact = topic.startsWith('eq ')
  return {
    permission,
    who: everyone,
    action,
    qos: anyQos.filter((level) => qos.includes(level)),
    retain,
    topics: [{ topic: exact ? topic.slice('eq '.length) : topic, exact }],
  }
}

/** As rules are asked about it. */
const ownTopic = (type: Action['type'], topic: string) =>
  type === 'publish'
    ? topic.replace(/^(?:\$delayed\/[^/]*\/)+/, '')
    : topic.replace(/^(?:\$share\/[^/]*\/|\$queue\/|\$exclusive\/)/, '')

const toSubject = (asked: ExplainRequest): Subject => {
  const { clientid, username, peerhost, listener, client_attrs, cert_common_name, cert_subject } = asked
  return {
    clientId: clientid,
    username,
    peerhost: peerhost ?? '127.0.0.1',
    attributes: client_attrs ?? {},
    certCommonName: cert_common_name,
    certSubject: cert_subject,
    zone: 'default',
    listener: listener ?? 'tcp:default',
  }
}
