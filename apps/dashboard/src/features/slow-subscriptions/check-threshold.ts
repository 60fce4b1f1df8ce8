import { parseDuration } from '@mqdeck/contract'
import { isRecord } from '../../lib/json-path.ts'
import type { Fault } from '../../schema-form/index.ts'
import { messages } from './messages.ts'

const least = 100

/** The broker would take less, and then list nearly everybody. */
export function checkThreshold(settings: unknown): readonly Fault[] {
  const threshold = isRecord(settings) ? parseDuration(settings.threshold) : undefined
  if (threshold === undefined || threshold >= least) return []
  const text = { en: messages.en.settings.tooQuick, zh: messages.zh.settings.tooQuick }
  return [{ path: ['threshold'], text }]
}
