import type { Draft } from '../../explain/index.ts'
import { isRecord } from '../../lib/json-path.ts'

/** Two texts of JSON; an empty one means the settings in force. */
export interface DraftText {
  readonly authentication: string
  readonly authorization: string
}

export const noDraft: DraftText = { authentication: '', authorization: '' }

type DraftFault = 'notJson' | 'notList' | 'notObject'

interface ReadDraft {
  /** Undefined where nothing is drafted, or something cannot be read. */
  readonly draft: Draft | undefined
  readonly faults: { readonly authentication?: DraftFault; readonly authorization?: DraftFault }
}

/** What the texts say; what is in them is checked by the broker. */
export function readDraft({ authentication, authorization }: DraftText): ReadDraft {
  const chain = parse(authentication)
  const rest = parse(authorization)
  const faults = {
    ...faultOf('authentication', chain, Array.isArray, 'notList'),
    ...faultOf('authorization', rest, isRecord, 'notObject'),
  }
  const isEmpty = chain === undefined && rest === undefined
  if (isEmpty || Object.keys(faults).length > 0) return { draft: undefined, faults }
  const draft = {
    ...(chain !== undefined && { authentication: chain.value }),
    ...(rest !== undefined && { authorization: rest.value }),
  }
  return { draft: draft as Draft, faults } // as it is checked by the broker
}

type Parsed = { readonly value: unknown } | undefined

/** Undefined for an empty text; `malformed` in the place of a value for what is no JSON. */
function parse(text: string): Parsed {
  if (text.trim() === '') return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { value: malformed }
  }
}

const malformed = Symbol('no JSON')

function faultOf<N extends string>(
  name: N,
  parsed: Parsed,
  fits: (value: unknown) => boolean,
  misfit: DraftFault,
): { readonly [K in N]?: DraftFault } {
  if (parsed === undefined || fits(parsed.value)) return {}
  return { [name]: parsed.value === malformed ? 'notJson' : misfit } as { readonly [K in N]?: DraftFault } // one name
}
