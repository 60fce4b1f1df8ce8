import type { Recording } from '@mqdeck/testkit'
import type { Target } from './target.ts'

export interface LiveAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Sends a recorded request. A body that was recorded as text is sent unchanged, because it is malformed on purpose. */
export async function replay(
  { url, toOwn, toRecorded }: Target,
  recording: Recording,
  authorization: string,
): Promise<LiveAnswer> {
  const { method, path, request } = recording
  const response = await fetch(`${url}/api/v5${toOwn(path)}`, {
    method,
    headers: {
      ...(authorization !== '' && { authorization }),
      ...(request !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request !== undefined && { body: typeof request === 'string' ? request : toOwn(JSON.stringify(request)) }),
  })
  const text = toRecorded(await response.text())
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const answer = text === '' ? undefined : isJson ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body: answer }
}
