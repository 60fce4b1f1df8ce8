import { isRecord } from './unknown-values.ts'
/** An error response: EMQX's `{code, message}`, or `{reason_code, message}` of `/publish`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status. */
  readonly status: number
  /**
   * A code of the catalogue, or an unknown one of a newer cluster; empty if the response had none (a proxy's error
   * page).
   */
  readonly code: string
  /** MQTT 5 reason code, from the publish endpoints. */
  readonly reasonCode: number | undefined
  /** Seconds after which the request may be retried. */
  readonly retryAfter: number | undefined
  /** The whole response: parsed if it was JSON, otherwise text. */
  readonly body: unknown

  /** @param retryAfter the header `Retry-After` */
  constructor(status: number, body: unknown, retryAfter?: string | null) {
    const { code, message, reason_code, retry_after = retryAfter } = isRecord(body) ? body : {}
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.code = typeof code === 'string' ? code : ''
    this.reasonCode = typeof reason_code === 'number' ? reason_code : undefined
    const seconds = Number.parseInt(String(retry_after), 10)
    this.retryAfter = seconds >= 0 ? seconds : undefined
    this.body = body
  }
}
