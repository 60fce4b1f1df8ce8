import { isRecord } from '@mqdeck/contract'
import type { HttpAnswer } from '@mqdeck/drivers'

export type AnswerFields = Readonly<Record<string, unknown>>

/** The fields of a body in JSON or of a form; undefined for other bodies. */
export function readAnswer({ contentType, body }: Pick<HttpAnswer, 'contentType' | 'body'>): AnswerFields | undefined {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return Object.fromEntries(new URLSearchParams(body))
  if (!/^application\/json\b/i.test(contentType)) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
