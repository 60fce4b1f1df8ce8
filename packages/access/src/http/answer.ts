import { isRecord } from '@mqdeck/contract'
import type { HttpAnswer } from '@mqdeck/drivers'

export type AnswerFields = Readonly<Record<string, unknown>>

/** What the body says, in JSON or as a form; undefined when it is neither. */
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
