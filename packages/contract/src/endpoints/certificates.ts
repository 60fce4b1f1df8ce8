import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { response } from '../fields/index.ts'

/** A certificate that this node presents to clients (`server`) or verifies theirs with (`authority`). */
export const CertificateInUse = response({
  /** The setting: `listeners.ssl.default.ssl_options.certfile`. */
  path: z.string(),
  role: z.enum(['server', 'authority']),
  /** Path on the server; null if the PEM text is in the configuration itself. */
  file: z.string().nullable(),
  /** `CN=localhost, O=MQDeck`; null, like all following fields, if the certificate cannot be read. */
  subject: z.string().nullable(),
  issuer: z.string().nullable(),
  /** `DNS:localhost`, `IP Address:127.0.0.1` */
  names: z.array(z.string()),
  /** RFC 3339. */
  not_before: z.string().nullable(),
  not_after: z.string().nullable(),
  /** Whole days until it expires; negative if it has expired. */
  days_left: z.int().nullable(),
  /** The server renews the certificate before it expires. */
  renewed_by_server: z.boolean(),
  /** For server certificates, whether the key matches; null if unknown. */
  key_matches: z.boolean().nullable(),
  /** Why it cannot be read. */
  error: z.string().nullable(),
})
export type CertificateInUse = z.infer<typeof CertificateInUse>

/** Sorted by expiry, earliest first. */
export const listCertificates = endpoint({
  method: 'GET',
  path: '/mqdeck/certificates',
  tag: 'MQDeck',
  ok: { 200: z.array(CertificateInUse) },
})

export const certificates = { listCertificates }
