import { parseDuration, slowSubscriptionSettings, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { type Fault, SettingsPage } from '../../schema-form/index.ts'
import { PageHeader } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { saveSlowSettings, slowSettingsQuery } from './queries.ts'

const document = { components: { schemas: toComponents([slowSubscriptionSettings]) } }

export default function SlowSettingsPage() {
  const { groups: titles, thresholdHint } = useMessages(messages)
  const groups = useMemo(
    () => [
      { title: titles.recording, fields: ['enable', 'threshold', 'stats_type'] },
      { title: titles.list, fields: ['top_k_num', 'expire_interval'] },
    ],
    [titles],
  )
  const hints = useMemo(() => ({ threshold: thresholdHint }), [thresholdHint])
  return (
    <SettingsPage
      header={<PageHeader />}
      root="slow_subs"
      document={document}
      component="slow_subs.slow_subs"
      query={slowSettingsQuery}
      change={saveSlowSettings}
      groups={groups}
      hints={hints}
      check={checkThreshold}
    />
  )
}

const minThresholdMs = 100

/** The broker accepts lower thresholds, but would then list almost every delivery. */
function checkThreshold(settings: unknown): readonly Fault[] {
  const threshold = isRecord(settings) ? parseDuration(settings.threshold) : undefined
  if (threshold === undefined || threshold >= minThresholdMs) return []
  const text = { en: messages.en.thresholdTooLow, zh: messages.zh.thresholdTooLow }
  return [{ path: ['threshold'], text }]
}
