import { isRecord } from '../../lib/json/json-path.ts'
import type { Draft } from './explain-tool.tsx'

/** Two JSON texts. An empty one means the current settings. */
export interface DraftText {
  readonly authentication: string
  readonly authorization: string
}

export const noDraft: DraftText = { authentication: '', authorization: '' }

type DraftFault = 'notJson' | 'notArray' | 'notObject'

interface ParsedDraft {
  /** Undefined if both texts are empty or one of them is invalid. */
  readonly draft: Draft | undefined
  readonly faults: { readonly authentication?: DraftFault; readonly authorization?: DraftFault }
}

/** Parses the texts. The broker validates the settings in them. */
export function parseDraft({ authentication, authorization }: DraftText): ParsedDraft {
  const chain = parse(authentication)
  const rest = parse(authorization)
  const faults = {
    ...faultOf('authentication', chain, Array.isArray, 'notArray'),
    ...faultOf('authorization', rest, isRecord, 'notObject'),
  }
  const isEmpty = chain === undefined && rest === undefined
  if (isEmpty || Object.keys(faults).length > 0) return { draft: undefined, faults }
  const draft = {
    ...(chain !== undefined && { authentication: chain.value }),
    ...(rest !== undefined && { authorization: rest.value }),
  }
  return { draft: draft as Draft, faults } // validated by the broker
}

type Parsed = { readonly value: unknown } | undefined

/** Undefined for an empty text; the value is `malformed` for invalid JSON. */
function parse(text: string): Parsed {
  if (text.trim() === '') return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { value: malformed }
  }
}

const malformed = Symbol('invalid JSON')

function faultOf<N extends string>(
  name: N,
  parsed: Parsed,
  isValid: (value: unknown) => boolean,
  fault: DraftFault,
): { readonly [K in N]?: DraftFault } {
  if (parsed === undefined || isValid(parsed.value)) return {}
  return { [name]: parsed.value === malformed ? 'notJson' : fault } as { readonly [K in N]?: DraftFault } // one name
}
