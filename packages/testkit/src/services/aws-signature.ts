import { createHash, createHmac } from 'node:crypto'
import type { ReceivedRequest } from '../http-server.ts'

export interface AwsKey {
  readonly service: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Error code as in AWS' description of signing. Clock differences within the duration of a test are accepted. */
export function checkAwsSignature(
  request: ReceivedRequest,
  { service, accessKeyId, secretAccessKey }: AwsKey,
): string | undefined {
  const { headers, method, target, bytes } = request
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([a-z0-9]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parsed) return 'AccessDenied'
  const [, id, day = '', region = '', scopeService, signedHeaders = '', signature] = parsed
  if (scopeService !== service) return 'SignatureDoesNotMatch'
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  const names = signedHeaders.split(';')
  const isComplete = Object.keys(headers).every((name) => !name.startsWith('x-amz-') || names.includes(name))
  if (!names.includes('host') || !isComplete) return 'AccessDenied'
  const bodyHash = sha256(bytes)
  if (headers['x-amz-content-sha256'] !== undefined ? headers['x-amz-content-sha256'] !== bodyHash : service === 's3')
    return 'XAmzContentSHA256Mismatch'
  const [path = '', question = ''] = target.split('?')
  const canonical = [
    method,
    path,
    question.split('&').filter(Boolean).sort().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const time = String(headers['x-amz-date'])
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  return time.startsWith(day) && hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
