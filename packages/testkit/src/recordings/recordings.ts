import { type EndpointShape, isRecord, listAlarms } from '@mqdeck/contract'
import { readContractLines } from './contract-folder.ts'
import { type Json, objectAt } from './json.ts'

/** One recorded call to a real node with its response. */
export interface Recording {
  /** `seed/046_getclients`: family and name. */
  readonly name: string
  readonly method: string
  /** Below `/api/v5`, with the query. */
  readonly path: string
  readonly request: unknown
  readonly status: number
  /** Headers that matter to callers, in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** Parsed JSON, or text. Undefined if there was none. */
  readonly body: unknown
}

const prefix = '/api/v5'

/** Recordings of one file in `conformance/contract/recorded`, in order. */
export function recordings(family: string): readonly Recording[] {
  return readContractLines(`recorded/${family}.jsonl`).flatMap((raw) => {
    if (!isRecord(raw) || typeof raw.path !== 'string' || !raw.path.startsWith(`${prefix}/`)) return []
    return [
      {
        name: `${family}/${raw.name}`,
        method: String(raw.method),
        path: raw.path.slice(prefix.length),
        request: raw.request ?? undefined,
        status: Number(raw.status),
        headers: headersOf(raw),
        body: bodyOf(raw.body),
      },
    ]
  })
}

/** Recorded responses that are not JSON (`/configs`, `/prometheus/stats`, `/status`), by path below `/api/v5`. */
export function recordedTexts(family: string): ReadonlyMap<string, string> {
  const texts = readContractLines('recorded/texts.jsonl')
    .filter(isRecord)
    .filter(({ name }) => String(name).startsWith(`${family}/`))
  return new Map(texts.map(({ path, text }) => [String(path), String(text)]))
}

export function recordedText(family: string, path: string): string {
  const text = recordedTexts(family).get(path)
  if (text === undefined) throw new Error(`no text of ${path} was recorded in ${family}`)
  return text
}

/**
 * Messages between a client and EMQX, event by event.
 * @param protocol a file in `conformance/contract/transcripts`
 */
export function transcript(protocol: string, name: string): readonly Json[] {
  const events = readContractLines(`transcripts/${protocol}.jsonl`)
    .filter(isRecord)
    .filter((event) => event.transcript === name)
  if (events.length === 0) throw new Error(`there is no transcript ${name} of ${protocol}`)
  return events
}

/** Whether the call was to this endpoint. A path parameter is one segment. */
export function isCallOf({ method, path }: Recording, endpoint: EndpointShape): boolean {
  const pattern = endpoint.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')
  return method === endpoint.method && new RegExp(`^${pattern}$`).test(path.split('?', 1)[0] ?? '')
}

export const isAlarmList = (recording: Recording): boolean => isCallOf(recording, listAlarms)

const relevantHeaders = ['allow', 'content-type', 'retry-after', 'www-authenticate']

function headersOf(raw: Json): Recording['headers'] {
  const all = { 'content-type': raw.content_type, ...objectAt(raw, 'headers') }
  const entries = Object.entries(all).map(([name, value]) => [name.toLowerCase(), value] as const)
  return new Map(
    entries.flatMap(([name, value]) => (relevantHeaders.includes(name) && value ? [[name, String(value)]] : [])),
  )
}

function bodyOf(body: unknown): unknown {
  if (body === null) return undefined
  return isRecord(body) && '__text__' in body ? body.__text__ : body
}
