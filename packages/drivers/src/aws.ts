import type { ResourceType } from '@mqdeck/kit'
import { AnswerError } from './errors.ts'
import { type HttpConnection, type HttpSettings, httpServiceType } from './http.ts'

export interface AwsSettings extends HttpSettings {
  readonly aws_access_key_id: string
  readonly aws_secret_access_key: string
  readonly region: string
  readonly service: 'dynamodb' | 'kinesis'
  /** Version of the API, before the name of an operation in `x-amz-target`. */
  readonly target: string
  readonly contentType: string
  /** Operation without effect that needs valid credentials. */
  readonly probe: { readonly operation: string; readonly input: object }
}

/** An AWS service with a JSON protocol. Rejects with `AnswerError` if the service rejects the request. */
export interface AwsConnection {
  call(operation: string, input: object, signal?: AbortSignal): Promise<unknown>
  close(): void
}

/** Milliseconds for one response. */
const timeoutMs = 30_000

/** Connected while the service accepts the credentials. */
export const awsType = (settings: AwsSettings): ResourceType<AwsConnection> =>
  httpServiceType(
    settings,
    (http) => open(settings, http),
    async (connection, signal) => {
      const { operation, input } = settings.probe
      await connection.call(operation, input, signal).catch((error: unknown) => {
        // The key may have no permission for this operation, but it is valid.
        if (!(error instanceof AnswerError && error.message.includes('AccessDenied'))) throw error
      })
    },
  )

async function open(settings: AwsSettings, http: HttpConnection): Promise<AwsConnection> {
  const { AwsV4Signer } = await import('aws4fetch')
  const cache = new Map<string, ArrayBuffer>()
  const { origin, service, region, target, contentType } = settings
  const { host } = new URL(origin)
  return {
    async call(operation, input, signal) {
      const body = JSON.stringify(input)
      const signed = await new AwsV4Signer({
        method: 'POST',
        url: `${origin}/`,
        headers: { host, 'content-type': contentType, 'x-amz-target': `${target}.${operation}` },
        body,
        accessKeyId: settings.aws_access_key_id,
        secretAccessKey: settings.aws_secret_access_key,
        service,
        region,
        cache,
        // So that the content type is signed, too.
        allHeaders: true,
      }).sign()
      const headers = { ...Object.fromEntries(signed.headers), host }
      const answer = await http.request({ method: 'POST', path: '/', headers, body }, timeoutMs, signal)
      if (answer.status === 200) return answer.body === '' ? {} : parsed(answer.body)
      throw refusal(operation, answer.status, answer.body)
    },
    close: http.close,
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new AnswerError('the response is not JSON, so this is not the service')
  }
}

/** Codes of errors after which the same request can succeed. */
const temporaryCodes = new Set([
  'InternalFailure',
  'InternalServerError',
  'KMSThrottlingException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'ServiceUnavailable',
  'Throttling',
  'ThrottlingException',
  'TransactionInProgressException',
])

export const isTemporaryAwsCode = (code: string): boolean => temporaryCodes.has(code)

/** Only the code, because the text can contain values of messages. */
function refusal(operation: string, status: number, body: string): Error {
  const code = /"__type"\s*:\s*"(?:[^"#]*#)?([^"]+)"/.exec(body)?.[1]
  const message = `${operation} returned status ${status}${code === undefined ? '' : `: ${code}`}`
  const isTemporary = status >= 500 || status === 429 || isTemporaryAwsCode(code ?? '')
  return isTemporary ? new Error(message) : new AnswerError(message)
}
