import { AnswerError } from '@mqdeck/drivers'
import { BatchError } from '@mqdeck/kit'

/**
 * Sends a batch; one that is refused is sent again one by one, so that one request does not take the others with it. Only for
 * systems where a refused batch leaves nothing behind, or where sending the same thing twice does no harm.
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

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
