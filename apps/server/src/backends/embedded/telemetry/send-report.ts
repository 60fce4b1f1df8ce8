/** Milliseconds that a report may take. */
const patience = 10_000

/**
 * Posts `report` as JSON. Why that failed, in one sentence; undefined when it was taken. Nothing of the answer's body is said:
 * the address may be one that only this machine reaches.
 */
export async function sendReport(url: string, report: object, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      // What was agreed on is this address and no other.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status} ${response.statusText}`.trim()
  } catch (error) {
    return reasonOf(error)
  }
}

/** fetch says "fetch failed" and keeps the reason to itself. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${patience / 1000} s`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
