import { toError } from '@mqdeck/contract'
import { AnswerError } from '@mqdeck/drivers'
import { BatchError } from '@mqdeck/kit'

/**
 * Sends a batch. A rejected batch is sent again request by request, so that one request does not fail the others. Only
 * for systems in which a rejected batch writes nothing, or a repeated request has no effect.
 */
export async function sendOrSplit<R, A>(
  batch: readonly R[],
  send: (some: readonly R[]) => Promise<A>,
): Promise<A | undefined> {
  try {
    return await send(batch)
  } catch (error) {
    if (!(error instanceof AnswerError) || batch.length < 2) throw error
  }
  const results: (Error | undefined)[] = []
  for (const request of batch) results.push(await send([request]).then(() => undefined, toError))
  if (results.some((error) => error !== undefined)) throw new BatchError(results)
  return undefined
}
