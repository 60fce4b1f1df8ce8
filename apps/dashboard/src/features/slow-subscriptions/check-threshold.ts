import { parseDuration } from '@mqdeck/contract'
import { isRecord } from '../../lib/json-path.ts'
import type { Fault } from '../../schema-form/index.ts'
import { messages } from './messages.ts'

const minThresholdMs = 100

/** The broker accepts lower thresholds, but would then list almost every delivery. */
export function checkThreshold(settings: unknown): readonly Fault[] {
  const threshold = isRecord(settings) ? parseDuration(settings.threshold) : undefined
  if (threshold === undefined || threshold >= minThresholdMs) return []
  const text = { en: messages.en.thresholdTooLow, zh: messages.zh.thresholdTooLow }
  return [{ path: ['threshold'], text }]
}
