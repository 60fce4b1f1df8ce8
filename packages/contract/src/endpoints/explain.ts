import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer, body, boolean, ipAddress, object, oneOf, qos, string, withDefault } from '../fields/index.ts'
import { Authenticator } from './authentication.ts'
import { Ban } from './banned.ts'

/** A client and, perhaps, what it wants to do. Nothing of it happens. */
export const ExplainRequest = body({
  clientid: string(),
  username: string().optional(),
  password: string().optional(),
  peerhost: withDefault(ipAddress(), '127.0.0.1'),
  /** An id; `tcp:default`, or else the first of the broker, when it is left out. */
  listener: string().optional(),
  /** Of the certificate that the client shows. */
  cert_common_name: string().optional(),
  cert_subject: string().optional(),
  /** Beside those that the zone and the authenticators give it. */
  client_attrs: z.record(z.string(), string()).optional(),
  action: object({
    type: oneOf(['publish', 'subscribe']),
    topic: string(),
    qos: withDefault(qos(), 0),
    retain: withDefault(boolean(), false),
  }).optional(),
  /**
   * Settings that are not saved, in place of those in force; read as `PUT /configs` reads these roots. `******` is the secret that
   * is saved. What is left out of `authorization` is as it is in force.
   */
  draft: object({
    authentication: z.array(Authenticator).optional(),
    authorization: z.looseObject({}).optional(),
  }).optional(),
})
export type ExplainRequest = z.input<typeof ExplainRequest>

/** One authenticator or source that was asked. */
export const ExplainStep = answer({
  /** `password_based:mysql`, `file`; `client_info` for rules that came with the authentication. */
  id: z.string(),
  /** `failed`: its backend did; the next one is asked, as after `ignore` and `nomatch`. */
  result: z.enum(['allow', 'deny', 'ignore', 'nomatch', 'continue', 'failed']),
  /** Milliseconds. */
  took: z.number(),
  /** What it did, in its order: the query, what came back, the rule that decides. Never a secret. */
  notes: z.array(answer({ what: z.string(), detail: z.string().nullable() })),
})
export type ExplainStep = z.infer<typeof ExplainStep>

const Verdict = z.enum(['allow', 'deny'])

export const Explanation = answer({
  result: Verdict,
  /** Who the client is to the broker: the zone may name it otherwise than it names itself. */
  client: answer({
    clientid: z.string(),
    username: z.string().nullable(),
    peerhost: z.string(),
    listener: z.string(),
    zone: z.string(),
    mountpoint: z.string().nullable(),
  }),
  /** What is looked at first; `reason_code` is that of CONNACK. */
  connect: answer({ result: Verdict, reason_code: z.int().nullable(), ban: Ban.nullable() }),
  /** Null when it does not come to that. */
  authentication: answer({
    result: Verdict,
    /** The id of an authenticator; `anonymous`: there is none; `listener`: it decides; `nobody`: none knows the client. */
    by: z.string(),
    reason_code: z.int().nullable(),
    is_superuser: z.boolean(),
    client_attrs: z.record(z.string(), z.string()),
    steps: z.array(ExplainStep),
  }).nullable(),
  /** Null when it does not come to that, or no action was asked about. */
  authorization: answer({
    result: Verdict,
    /** The type of a source; `superuser`, `client_info`, or `default` when nobody had anything to say. */
    by: z.string(),
    /** As rules are asked about it: without `$share/group/` and `$delayed/5/`. */
    topic: z.string(),
    /** A client that is denied loses its connection. */
    disconnects: z.boolean(),
    /** What is remembered for the client of that name that is connected: it holds until it is forgotten. */
    cached: Verdict.nullable(),
    steps: z.array(ExplainStep),
  }).nullable(),
})
export type Explanation = z.infer<typeof Explanation>

/**
 * Decides as if a client connected and did something, and tells how. Nobody connects; no figure changes, and nothing is
 * remembered but wrong passwords: after many the caller has to wait.
 */
export const explain = endpoint({
  method: 'POST',
  path: '/mqdeck/explain',
  tag: 'MQDeck',
  allows: 'administrators',
  body: ExplainRequest,
  answerWithin: 120_000,
  ok: { 200: Explanation },
  errors: { 400: ['BAD_REQUEST'], 429: ['EXCEED_LIMIT'] },
})

export const explaining = { explain }
