import { openTelemetry, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { PageHeader } from '../../ui/index.ts'
import { ExportStatesSection } from './export-states.tsx'
import { messages } from './messages.ts'
import { openTelemetryQuery, saveOpenTelemetry } from './queries.ts'
import { TraceListsSection } from './trace-lists.tsx'

const document = { components: { schemas: toComponents([openTelemetry]) } }
const exporters = ['metrics', 'traces', 'logs'] as const

export default function OpenTelemetryPage() {
  const texts = useMessages(messages)
  const groups = useMemo(
    () => [
      { title: texts.collector, fields: ['exporter.endpoint', 'exporter.headers', 'exporter.ssl_options'] },
      { title: texts.metrics, fields: ['metrics.enable', 'metrics.interval'] },
      { title: texts.logs, fields: ['logs.enable', 'logs.level', 'logs.scheduled_delay'] },
      {
        title: texts.traces,
        fields: [
          'traces.enable',
          'traces.scheduled_delay',
          'traces.max_queue_size',
          'traces.filter.trace_mode',
          'traces.filter.trace_all',
          'traces.filter.e2e_tracing_options',
        ],
      },
    ],
    [texts],
  )
  return (
    <SettingsPage
      header={<PageHeader />}
      root="opentelemetry"
      document={document}
      component="opentelemetry.opentelemetry"
      query={openTelemetryQuery}
      change={saveOpenTelemetry}
      groups={groups}
      note={() => <ExportStatesSection exporters={exporters} />}
      below={<TraceListsSection />}
    />
  )
}
