import type { ExplainStep, Explanation } from '@mqdeck/contract'

/** A step as it is shown: `unknown` stands for those that could not be asked. */
export interface Step extends Omit<ExplainStep, 'result' | 'took'> {
  readonly result: ExplainStep['result'] | 'unknown'
  /** Milliseconds; undefined where nobody measured. */
  readonly took: number | undefined
}

interface Part<T extends { readonly steps: readonly ExplainStep[] }> {
  readonly part: Omit<T, 'steps'>
  readonly steps: readonly Step[]
}

/** What the broker would say, and how; or what can be told of that from outside. */
export interface Outcome {
  readonly result: Explanation['result']
  /** Who the broker takes the client for; undefined when it could not be asked. */
  readonly client: Explanation['client'] | undefined
  readonly connect: Explanation['connect']
  readonly authentication: Part<NonNullable<Explanation['authentication']>> | undefined
  readonly authorization: Part<NonNullable<Explanation['authorization']>> | undefined
  /** Found out here, because this broker explains nothing: what is unknown may decide otherwise. */
  readonly isGuess: boolean
}

export function toOutcome({ result, client, connect, authentication, authorization }: Explanation): Outcome {
  return {
    result,
    client,
    connect,
    authentication: authentication ? split(authentication) : undefined,
    authorization: authorization ? split(authorization) : undefined,
    isGuess: false,
  }
}

function split<T extends { readonly steps: readonly ExplainStep[] }>({ steps, ...part }: T): Part<T> {
  return { part, steps }
}

/** Those that could not be asked. */
export const unknownIn = ({ authentication, authorization }: Outcome): readonly string[] =>
  [...(authentication?.steps ?? []), ...(authorization?.steps ?? [])].flatMap(({ id, result }) =>
    result === 'unknown' ? [id] : [],
  )
