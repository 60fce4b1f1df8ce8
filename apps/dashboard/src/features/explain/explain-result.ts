import type { ExplainStep, Explanation } from '@mqdeck/contract'

/** One step of a decision; `unknown` if it could not be checked. */
export interface Step extends Omit<ExplainStep, 'result' | 'took'> {
  readonly result: ExplainStep['result'] | 'unknown'
  /** Milliseconds; undefined if it was not measured. */
  readonly took: number | undefined
}

interface DecisionWithSteps<T extends { readonly steps: readonly ExplainStep[] }> {
  readonly decision: Omit<T, 'steps'>
  readonly steps: readonly Step[]
}

/** The decision of the broker with its steps, or what the browser can find out about it. */
export interface ExplainResult {
  readonly result: Explanation['result']
  /** The client as the broker identifies it; undefined if the broker does not explain decisions. */
  readonly client: Explanation['client'] | undefined
  readonly connect: Explanation['connect']
  readonly authentication: DecisionWithSteps<NonNullable<Explanation['authentication']>> | undefined
  readonly authorization: DecisionWithSteps<NonNullable<Explanation['authorization']>> | undefined
  /** Computed in the browser, because this broker does not explain decisions. Steps that were not checked may change the result. */
  readonly isEstimate: boolean
}

export function toExplainResult({
  result,
  client,
  connect,
  authentication,
  authorization,
}: Explanation): ExplainResult {
  return {
    result,
    client,
    connect,
    authentication: authentication ? split(authentication) : undefined,
    authorization: authorization ? split(authorization) : undefined,
    isEstimate: false,
  }
}

function split<T extends { readonly steps: readonly ExplainStep[] }>({ steps, ...decision }: T): DecisionWithSteps<T> {
  return { decision, steps }
}

/** IDs of the steps that could not be checked. */
export const notCheckedIn = ({ authentication, authorization }: ExplainResult): readonly string[] =>
  [...(authentication?.steps ?? []), ...(authorization?.steps ?? [])].flatMap(({ id, result }) =>
    result === 'unknown' ? [id] : [],
  )
