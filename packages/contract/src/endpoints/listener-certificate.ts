import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { response, string } from '../fields/index.ts'

/** Why a certificate is rejected: unknown CA, not valid at this time, or issued for another host. */
const certificateProblem = z.enum(['untrusted', 'expired', 'not_yet_valid', 'name'])
export type CertificateProblem = z.infer<typeof certificateProblem>

/** The certificate that a `wss` listener of a cluster presents to the dashboard's server. */
export const ListenerCertificate = response({
  /** Address that the server connects to: `10.0.0.1:8084`. */
  address: z.string(),
  /** Empty if the server accepts the certificate. */
  problems: z.array(certificateProblem),
  /** OpenSSL's or Node's code for the first problem: `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  reason: z.string().nullable(),
  /** `CN=localhost, O=MQDeck` */
  subject: z.string(),
  issuer: z.string(),
  /** SHA-256, 64 hexadecimal digits. */
  fingerprint: z.string(),
  /** RFC 3339. */
  not_before: z.string(),
  not_after: z.string(),
})
export type ListenerCertificate = z.infer<typeof ListenerCertificate>

/**
 * Served by the server in front of a cluster, never by a broker. The WebSocket proxy of the dashboard's port to `wss`
 * listeners depends on it. It is not in `endpoints`, because the embedded broker passes WebSockets to its own listeners
 * without a check.
 */
export const getListenerCertificate = endpoint({
  method: 'GET',
  path: '/mqdeck/listeners/{id}/certificate',
  tag: 'MQDeck',
  params: z.object({ id: string() }),
  ok: { 200: ListenerCertificate },
  errors: { 404: ['NOT_FOUND'], 502: ['SERVICE_UNAVAILABLE'] },
})
