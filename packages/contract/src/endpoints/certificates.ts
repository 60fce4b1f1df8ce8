import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer } from '../fields/index.ts'

/** A certificate that this node shows to clients (`server`) or by which it checks theirs (`authority`). */
export const CertificateInUse = answer({
  /** Where it is set: `listeners.ssl.default.ssl_options.certfile`. */
  path: z.string(),
  role: z.enum(['server', 'authority']),
  /** On the server; null for a text that stands in the configuration itself. */
  file: z.string().nullable(),
  /** `CN=localhost, O=MQDeck`; null, like all that follows, when the certificate cannot be read. */
  subject: z.string().nullable(),
  issuer: z.string().nullable(),
  /** `DNS:localhost`, `IP Address:127.0.0.1` */
  names: z.array(z.string()),
  /** RFC 3339. */
  not_before: z.string().nullable(),
  not_after: z.string().nullable(),
  /** Whole days until it ends; negative when it has ended. */
  days_left: z.int().nullable(),
  /** Nobody has to care: the server exchanges it before it ends. */
  renewed_by_server: z.boolean(),
  /** Of a server's certificate: whether its key is the right one; null when that cannot be told. */
  key_matches: z.boolean().nullable(),
  /** Why it cannot be read. */
  error: z.string().nullable(),
})
export type CertificateInUse = z.infer<typeof CertificateInUse>

/** What ends first comes first. */
export const listCertificates = endpoint({
  method: 'GET',
  path: '/mqdeck/certificates',
  tag: 'MQDeck',
  ok: { 200: z.array(CertificateInUse) },
})

export const certificates = { listCertificates }
