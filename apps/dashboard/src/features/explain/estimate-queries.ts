import {
  type AclRule,
  anyQos,
  compileRule,
  everyone,
  matchRules,
  parseAcl,
  printRule,
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
import { orIfMissing } from '../../api/index.ts'
import type { ExplainResult, Step } from './explain-result.ts'

/**
 * Explains a decision in the browser, from exact bans, the ACL file and the rules of the built-in database. Authenticators and
 * external sources cannot be checked and get the result `unknown`.
 */
export async function estimateDecision(call: Call, request: ExplainRequest): Promise<ExplainResult> {
  const ban = await findBan(call, request)
  const connect = { result: ban ? 'deny' : 'allow', reason_code: ban ? banned : null, ban: ban ?? null } as const
  const base = { client: undefined, connect, isEstimate: true } as const
  if (ban) return { ...base, result: 'deny', authentication: undefined, authorization: undefined }
  const authentication = await authenticate(call, request)
  if (!request.action) return { ...base, result: 'allow', authentication, authorization: undefined }
  const authorization = await authorize(call, request, request.action)
  return { ...base, result: authorization.decision.result, authentication, authorization }
}

/** "Banned" (MQTT 5, 3.2.2.2). */
const banned = 0x8a

/** Finds an exact ban. Bans by pattern or network can only be checked by the broker. */
async function findBan(call: Call, { clientid, username, peerhost }: ExplainRequest): Promise<Ban | undefined> {
  const limit = 10
  const responses = await Promise.all([
    call(listBanned, { query: { page: 1, limit, clientid } }),
    username === undefined ? undefined : call(listBanned, { query: { page: 1, limit, username } }),
    peerhost === undefined ? undefined : call(listBanned, { query: { page: 1, limit, peerhost } }),
  ])
  // Older brokers ignore these filters and return any bans.
  const matchesClient = ({ as, who }: Ban) =>
    (as === 'clientid' && who === clientid) ||
    (as === 'username' && who === username) ||
    (as === 'peerhost' && who === peerhost)
  return responses.flatMap((answer) => answer?.data ?? []).find(matchesClient)
}

async function authenticate(
  call: Call,
  { draft }: ExplainRequest,
): Promise<NonNullable<ExplainResult['authentication']>> {
  const chain = draft?.authentication ?? (await call(listAuthenticators, {}))
  const steps = chain
    .filter(({ enable }) => enable !== false)
    .map(({ mechanism, backend }) => notChecked(backend === undefined ? mechanism : `${mechanism}:${backend}`))
  const by = steps.length === 0 ? 'anonymous' : 'unknown'
  return { decision: { result: 'allow', by, reason_code: null, is_superuser: false, client_attrs: {} }, steps }
}

const notChecked = (id: string): Step => ({ id, result: 'unknown', took: undefined, notes: [] })

type Action = NonNullable<ExplainRequest['action']>

async function authorize(
  call: Call,
  request: ExplainRequest,
  { type, topic, qos = 0, retain = false }: Action,
): Promise<NonNullable<ExplainResult['authorization']>> {
  const { no_match, deny_action } = await call(getAuthorizationSettings, {})
  const draft: { readonly sources?: unknown; readonly no_match?: unknown; readonly deny_action?: unknown } =
    request.draft?.authorization ?? {}
  const sources = Array.isArray(draft.sources)
    ? (draft.sources as readonly AuthorizationSource[]) // from the form or the editor
    : (await call(listAuthzSources, {})).sources
  const action = { type, topic: checkedTopic(type, topic), qos: Number(qos) as 0 | 1 | 2, retain: retain === true }
  const subject = toSubject(request)
  const steps: Step[] = []
  const conclude = (result: 'allow' | 'deny', by: string) => ({
    decision: {
      result,
      by,
      topic: action.topic,
      disconnects: result === 'deny' && (draft.deny_action ?? deny_action) === 'disconnect',
      cached: null,
    },
    steps,
  })
  for (const source of sources.filter(({ enable }) => enable !== false)) {
    const rules = await rulesOf(call, source, request)
    const step = rules ? evaluateRules(source.type, rules, subject, action) : notChecked(source.type)
    steps.push(step)
    if (step.result === 'allow' || step.result === 'deny') return conclude(step.result, source.type)
  }
  return conclude((draft.no_match ?? no_match) === 'deny' ? 'deny' : 'allow', 'default')
}

/** Undefined if the rules are not in the broker or cannot be parsed. */
async function rulesOf(
  call: Call,
  source: AuthorizationSource,
  { clientid, username }: ExplainRequest,
): Promise<readonly AclRule[] | undefined> {
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

function evaluateRules(
  id: string,
  rules: readonly AclRule[],
  subject: Subject,
  action: Parameters<typeof matchRules>[2],
): Step {
  const found = matchRules(rules.map(compileRule), subject, action)?.rule
  const note = found ? { what: 'matching rule', detail: printRule(found) } : { what: 'no rule matches', detail: null }
  return { id, result: found?.permission ?? 'nomatch', took: undefined, notes: [note] }
}

function toRule({ permission, action, topic, qos, retain }: AuthorizationRule): AclRule {
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

/** The topic that rules are checked against: without the prefix of delayed publish or of a special subscription. */
const checkedTopic = (type: Action['type'], topic: string) =>
  type === 'publish'
    ? topic.replace(/^(?:\$delayed\/[^/]*\/)+/, '')
    : topic.replace(/^(?:\$share\/[^/]*\/|\$queue\/|\$exclusive\/)/, '')

const toSubject = (request: ExplainRequest): Subject => {
  const { clientid, username, peerhost, listener, client_attrs, cert_common_name, cert_subject } = request
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
