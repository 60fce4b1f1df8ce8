import { fetchMessageOf } from '@mqdeck/contract'

/** Timeout of a report in milliseconds. */
const timeoutMs = 10_000

/**
 * Posts `report` as JSON. Returns the reason of a failure, or undefined if the report was accepted. The reason contains
 * nothing of the response body, because the URL may be reachable from this machine only.
 */
export async function sendReport(url: string, report: object, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      // The user agreed to this URL only, so redirects are not followed.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status} ${response.statusText}`.trim()
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return fetchMessageOf(error)
}
