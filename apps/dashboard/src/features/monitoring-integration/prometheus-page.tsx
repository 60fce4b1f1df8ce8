import { prometheus, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { deployment, EditionHint } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { CopyButton, DescriptionList, Dim, Group, Link, Mono, PageHeader, Section, Stack } from '../../ui/index.ts'
import { ExportStatesSection } from './export-states.tsx'
import { messages } from './messages.ts'
import { prometheusQuery, savePrometheus } from './queries.ts'

const document = { components: { schemas: toComponents([prometheus]) } }

export default function PrometheusPage() {
  const texts = useMessages(messages)
  const groups = useMemo(
    () => [
      { title: texts.scraping, fields: ['enable_basic_auth'] },
      {
        title: texts.pushGateway,
        fields: ['enable', 'url', 'interval', 'method', 'job_name', 'headers'].map((name) => `push_gateway.${name}`),
      },
      {
        title: texts.collectors,
        fields: ['vm_statistics', 'vm_memory', 'vm_system_info'].map((name) => `collectors.${name}`),
      },
    ],
    [texts],
  )
  return (
    <SettingsPage
      header={<PageHeader />}
      root="prometheus"
      document={document}
      component="prometheus.recommend_setting"
      query={prometheusQuery}
      change={savePrometheus}
      groups={groups}
      hide={erlangCollectors}
      note={() => (
        <Stack gap={4}>
          <EditionHint feature="openTelemetry" />
          <Endpoints />
          <ExportStatesSection exporters={pushExporters} />
        </Stack>
      )}
    />
  )
}

const pushExporters = ['push_gateway'] as const
/** Collectors that only the Erlang virtual machine has. */
const erlangCollectors = ['collectors.vm_dist', 'collectors.mnesia', 'collectors.vm_msacc']

function Endpoints() {
  const texts = useMessages(messages)
  const paths = [
    [texts.stats, `${deployment.apiUrl}/prometheus/stats`],
    [texts.auth, `${deployment.apiUrl}/prometheus/auth`],
    [texts.dataIntegration, `${deployment.apiUrl}/prometheus/data_integration`],
  ] as const
  return (
    <Section title={texts.endpoints}>
      <Stack gap={3}>
        <DescriptionList
          minWidth={320}
          items={paths.map(([label, path]) => ({
            label,
            value: (
              <Group gap={1}>
                <Mono>{path}</Mono>
                <CopyButton value={`${window.location.origin}${path}`} label={texts.copyUrl(path)} />
              </Group>
            ),
          }))}
        />
        <Dim>
          <Link to="/monitoring/integration/help">{texts.setupHelp}</Link>
        </Dim>
      </Stack>
    </Section>
  )
}
