import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, boolean, ipAddress, object, oneOf, qos, response, string, withDefault } from '../fields/index.ts'
import { Authenticator } from './authentication.ts'
import { Ban } from './banned.ts'

/** A client and, optionally, an action. Nothing is executed. */
export const ExplainRequest = body({
  clientid: string(),
  username: string().optional(),
  password: string().optional(),
  peerhost: withDefault(ipAddress(), '127.0.0.1'),
  /** Listener ID. By default `tcp:default`, or else the first listener. */
  listener: string().optional(),
  /** Common name of the client certificate. */
  cert_common_name: string().optional(),
  cert_subject: string().optional(),
  /** In addition to the attributes from the zone and the authenticators. */
  client_attrs: z.record(z.string(), string()).optional(),
  action: object({
    type: oneOf(['publish', 'subscribe']),
    topic: string(),
    qos: withDefault(qos(), 0),
    retain: withDefault(boolean(), false),
  }).optional(),
  /**
   * Unsaved settings that replace those in force, read as `PUT /configs` reads these roots. `******` is the saved
   * secret. Missing parts of `authorization` are those in force.
   */
  draft: object({
    authentication: z.array(Authenticator).optional(),
    authorization: z.looseObject({}).optional(),
  }).optional(),
})
export type ExplainRequest = z.input<typeof ExplainRequest>

/** An authenticator or source that was evaluated. */
export const ExplainStep = response({
  /** `password_based:mysql`, `file`; `client_info` for rules returned by the authentication. */
  id: z.string(),
  /** `failed`: its backend failed, and the next one is evaluated, as after `ignore` and `nomatch`. */
  result: z.enum(['allow', 'deny', 'ignore', 'nomatch', 'continue', 'failed']),
  /** Milliseconds. */
  took: z.number(),
  /** Its steps in order: the query, the result, the rule that decides. Never contains secrets. */
  notes: z.array(response({ what: z.string(), detail: z.string().nullable() })),
})
export type ExplainStep = z.infer<typeof ExplainStep>

const Verdict = z.enum(['allow', 'deny'])

export const Explanation = response({
  result: Verdict,
  /** The client as the broker identifies it. The zone may replace its IDs. */
  client: response({
    clientid: z.string(),
    username: z.string().nullable(),
    peerhost: z.string(),
    listener: z.string(),
    zone: z.string(),
    mountpoint: z.string().nullable(),
  }),
  /** The first check. `reason_code` is that of CONNACK. */
  connect: response({ result: Verdict, reason_code: z.int().nullable(), ban: Ban.nullable() }),
  /** Null if not reached. */
  authentication: response({
    result: Verdict,
    /**
     * The ID of an authenticator; `anonymous`: there is none; `listener`: the listener decides; `nobody`: no
     * authenticator matched.
     */
    by: z.string(),
    reason_code: z.int().nullable(),
    is_superuser: z.boolean(),
    client_attrs: z.record(z.string(), z.string()),
    steps: z.array(ExplainStep),
  }).nullable(),
  /** Null if not reached, or if no action was given. */
  authorization: response({
    result: Verdict,
    /** The type of a source; `superuser`, `client_info`, or `default` if no source matched. */
    by: z.string(),
    /** The topic that rules are evaluated with: without `$share/group/` and `$delayed/5/`. */
    topic: z.string(),
    /** Whether a denied client is disconnected. */
    disconnects: z.boolean(),
    /** Cached result of the connected client with this ID, valid until it is removed from the cache. */
    cached: Verdict.nullable(),
    steps: z.array(ExplainStep),
  }).nullable(),
})
export type Explanation = z.infer<typeof Explanation>

/**
 * Evaluates authentication and authorization of a simulated client and explains the result. No client connects and no
 * metric changes. Only wrong passwords are recorded: after many of them, the caller has to wait.
 */
export const explain = endpoint({
  method: 'POST',
  path: '/mqdeck/explain',
  title: { en: 'Explain access decision', zh: '权限诊断' },
  tag: 'MQDeck',
  allows: 'administrators',
  body: ExplainRequest,
  timeoutMs: 120_000,
  ok: { 200: Explanation },
  errors: { 400: ['BAD_REQUEST'], 429: ['EXCEED_LIMIT'] },
})

export const explaining = { explain }
